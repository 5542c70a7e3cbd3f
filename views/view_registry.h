// The list of the window's views: one row a view.
#pragma once

#include <span>

class QWidget;

namespace onepot {

class Session;
class View;

enum class Place : unsigned char { Left, Right, Results, Page };

struct ViewRow {
  const char* id;
  const char* title;  // English; context "Views"
  const char* icon;   // may be empty
  Place place;
  View* (*make)(Session&, QWidget* parent);
};

/// Docks and tabs appear in this order.
std::span<const ViewRow> viewRegistry();

}  // namespace onepot
