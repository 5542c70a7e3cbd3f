// Structs ↔ JSON from one description each: `fields(visitor, struct)` names every member once, and serves both directions.
#pragma once

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/capture/json_text.h"

namespace onepot {

using Json = nlohmann::json;

template <typename T>
Json toJson(const T& value);
template <typename T>
void fromJson(const Json& json, T& value);

/// Collects members into an object.
struct FieldWriter {
  Json object = Json::object();
  template <typename T>
  void operator()(const char* name, const T& value) {
    object[name] = toJson(value);
  }
};

/// Fills members from an object; what is absent, or of another kind, keeps its default.
struct FieldReader {
  const Json& object;
  template <typename T>
  void operator()(const char* name, T& value) {
    auto found = object.find(name);
    if (found != object.end()) fromJson(*found, value);
  }
};

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsPair : std::false_type {};
template <typename A, typename B>
struct IsPair<std::pair<A, B>> : std::true_type {};

/// NaN and the infinities are the strings "nan", "inf", "-inf".
inline Json numberToJson(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

inline double numberFromJson(const Json& json, double otherwise) {
  if (json.is_number()) return json.get<double>();
  if (!json.is_string()) return otherwise;
  const auto& text = json.get_ref<const std::string&>();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return text == "inf" ? kInfinity : text == "-inf" ? -kInfinity : otherwise;
}

template <typename T>
Json toJson(const T& value) {
  if constexpr (std::is_same_v<T, Json>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return encodeText(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return numberToJson(value);
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<int64_t>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (IsVector<T>::value) {
    Json list = Json::array();
    for (const auto& element : value) list.push_back(toJson(element));
    return list;
  } else if constexpr (IsOptional<T>::value) {
    return value ? toJson(*value) : Json();
  } else if constexpr (IsPair<T>::value) {
    return Json::array({toJson(value.first), toJson(value.second)});
  } else {
    FieldWriter writer;
    fields(writer, const_cast<T&>(value));  // the description is one for both directions; the writer does not write to it
    return std::move(writer.object);
  }
}

template <typename T>
void fromJson(const Json& json, T& value) {
  if constexpr (std::is_same_v<T, Json>) {
    value = json;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (json.is_string()) value = decodeText(json.get_ref<const std::string&>());
  } else if constexpr (std::is_same_v<T, bool>) {
    if (json.is_boolean()) value = json.get<bool>();
  } else if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<T>(numberFromJson(json, value));
  } else if constexpr (std::is_enum_v<T>) {
    if (json.is_number_integer()) value = static_cast<T>(json.get<int64_t>());
  } else if constexpr (std::is_integral_v<T>) {
    if (json.is_number_integer()) value = json.get<T>();
  } else if constexpr (IsVector<T>::value) {
    value.clear();
    if (!json.is_array()) return;
    for (const Json& element : json) fromJson(element, value.emplace_back());
  } else if constexpr (IsOptional<T>::value) {
    value.reset();
    if (!json.is_null()) fromJson(json, value.emplace());
  } else if constexpr (IsPair<T>::value) {
    if (!json.is_array() || json.size() != 2) return;
    fromJson(json[0], value.first);
    fromJson(json[1], value.second);
  } else {
    if (!json.is_object()) return;
    FieldReader reader{json};
    fields(reader, value);
  }
}

}  // namespace onepot
