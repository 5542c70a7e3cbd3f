#include "app/onepotc/evaluation_inputs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "engine/ir/hlo_parser.h"

namespace onepot {

namespace {

constexpr int64_t kLargestNpyElementCount = int64_t{1} << 33;

std::optional<ElementType> typeOfDescr(const std::string& descr) {
  static constexpr std::array<std::pair<std::string_view, ElementType>, 13> kTypes = {
      {{"|b1", ElementType::Pred}, {"|i1", ElementType::S8},  {"<i2", ElementType::S16}, {"<i4", ElementType::S32}, {"<i8", ElementType::S64},
       {"|u1", ElementType::U8},   {"<u2", ElementType::U16}, {"<u4", ElementType::U32}, {"<u8", ElementType::U64}, {"<f2", ElementType::F16},
       {"<f4", ElementType::F32},  {"<f8", ElementType::F64}, {"<c8", ElementType::C64}}};
  for (const auto& [text, type] : kTypes)
    if (text == descr) return type;
  return std::nullopt;
}

/// The text after `'key':` in the header's dictionary, up to the closing quote or bracket.
std::string entryOf(const std::string& header, const std::string& key) {
  size_t at = header.find("'" + key + "':");
  if (at == std::string::npos) return {};
  at = header.find_first_not_of(' ', at + key.size() + 3);
  if (at == std::string::npos) return {};
  char closing = header[at] == '(' ? ')' : header[at] == '\'' ? '\'' : ',';
  size_t begin = closing == ',' ? at : at + 1;
  return header.substr(begin, header.find(closing, begin) - begin);
}

std::optional<std::vector<int64_t>> dimsOf(const std::string& text) {
  std::vector<int64_t> dims;
  int64_t count = 1;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    std::string number = text.substr(at, end - at);
    if (number.find_first_of("0123456789") != std::string::npos) dims.push_back(std::strtoll(number.c_str(), nullptr, 10));
    if (!dims.empty() && (dims.back() < 0 || dims.back() > kLargestNpyElementCount)) return std::nullopt;
    at = end + 1;
  }
  for (int64_t dim : dims)
    if ((count *= std::max<int64_t>(dim, 1)) > kLargestNpyElementCount) return std::nullopt;
  return dims;
}


}  // namespace

Result<Literal> readNpy(const std::string& path) {
  auto refuse = [&](const char* why) { return fail(Message{"input.bad_npy", {path, why}}); };
  std::ifstream file(path, std::ios::binary);
  if (!file) return refuse("it cannot be opened");
  std::array<char, 10> start{};
  file.read(start.data(), 8);
  if (!file || std::memcmp(start.data(), "\x93NUMPY", 6) != 0) return refuse("it is no .npy file");
  size_t width = start[6] == 1 ? 2 : 4;
  uint32_t length = 0;
  file.read(reinterpret_cast<char*>(&length), static_cast<std::streamsize>(width));
  if (!file || length > (1u << 20)) return refuse("its header is damaged");
  std::string header(length, '\0');
  file.read(header.data(), length);
  auto type = typeOfDescr(entryOf(header, "descr"));
  auto dims = dimsOf(entryOf(header, "shape"));
  if (!type || !dims) return refuse("its element type or shape is not one that HLO has");
  if (entryOf(header, "fortran_order") == "True" && dims->size() > 1) return refuse("it is in Fortran order");
  Literal literal(Shape(*type, *dims));
  auto bytes = literal.mutableBytes();
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<size_t>(file.gcount()) != bytes.size()) return refuse("it is cut short");
  return literal;
}

Literal randomLiteral(const Shape& shape, uint64_t seed) {
  std::mt19937_64 engine(seed);
  if (shape.isTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.elements()) elements.push_back(randomLiteral(element, engine()));
    return Literal::tuple(std::move(elements));
  }
  Literal literal(shape);
  std::normal_distribution<double> normal;
  for (int64_t i = 0; i < shape.elementCount(); ++i) {
    if (isFloat(shape.type()) || isComplex(shape.type())) literal.setDouble(i, normal(engine));
    else if (shape.type() == ElementType::Pred) literal.setInt(i, static_cast<int64_t>(engine() & 1));
    else literal.setInt(i, static_cast<int64_t>(engine() % 17) - (isUnsigned(shape.type()) ? 0 : 8));
  }
  return literal;
}

Result<std::vector<Literal>> evaluationInputs(const Module& module, const std::vector<std::string>& given,
                                              std::optional<uint64_t> seed) {
  std::vector<Literal> inputs;
  std::vector<Instruction*> parameters = module.entry()->parameters();
  if (given.size() > parameters.size())
    return fail(Message{"input.too_many", {std::to_string(given.size()), std::to_string(parameters.size())}});
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Shape& wanted = parameters[i]->shape();
    if (i >= given.size()) {
      if (!seed) return fail(Message{"input.missing", {parameters[i]->name(), wanted.text(false)}});
      inputs.push_back(randomLiteral(wanted, *seed + i));
      continue;
    }
    auto literal = given[i].ends_with(".npy") ? readNpy(given[i]) : parseLiteral(given[i]);
    if (!literal) return failureOf(std::move(literal));
    if (!literal->shape().compatible(wanted))
      return fail(Message{"input.wrong_shape", {parameters[i]->name(), wanted.text(false), literal->shape().text(false)}});
    inputs.push_back(std::move(*literal));
  }
  return inputs;
}

}  // namespace onepot
