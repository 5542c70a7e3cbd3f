// A chart with its heading: title, note, choices, and the menu that exports it.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace onepot {

class Chart;
class Segments;
class Theme;

class ChartPanel : public QWidget {
  Q_OBJECT
 public:
  /// Takes the chart.
  explicit ChartPanel(Chart* chart, QWidget* parent = nullptr);

  Chart* chart() const { return m_chart; }
  void setWords(const QString& title, const QString& figure, const QString& note = {});
  /// A choice between words, at the right end; the panel places it, the caller sets its words.
  Segments* addChoice(int choices);
  QToolButton* addButton();
  void setTheme(const Theme& theme);
  /// The choices and the menu, for a place that has a heading of its own.
  QWidget* takeTools();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void elideTitle();
  void exportTo(const char* ending);

  Chart* m_chart;
  QString m_titleWords;
  QWidget* m_heading;
  QWidget* m_tools;
  QHBoxLayout* m_toolLayout;
  QLabel *m_title, *m_figure, *m_note;
  QToolButton* m_menu;
  std::vector<Segments*> m_choices;
};

}  // namespace onepot
