// Random programs through the whole pipeline: the CPU's result is the evaluator's.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "tests/backend/backend_testing.h"

using namespace onepot;
using namespace onepot::testing;

namespace {

/// Writes instructions over s32 arrays of a few shapes; integers, so that every order of work must give the same bits.
class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : m_random(seed) {}

  std::string text(int length) {
    m_text = "HloModule m\n";
    for (const char* opcode : {"add", "maximum", "xor"})
      m_text +=
          fmt::format("f_{0} {{ a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] {0}(a, b) }}\n", opcode);
    m_text += "ENTRY e {\n";
    add({12, 40}, "parameter(0)");
    add({40, 12}, "parameter(1)");
    add({12}, "parameter(2)");
    add({}, "parameter(3)");
    for (int i = 0; i < length; ++i) step();
    std::string shapes, names;
    for (size_t i = m_values.size() - 3; i < m_values.size(); ++i) {
      shapes += (shapes.empty() ? "" : ", ") + m_values[i].shape();
      names += (names.empty() ? "" : ", ") + m_values[i].name;
    }
    return m_text + fmt::format("  ROOT t = ({}) tuple({})\n}}\n", shapes, names);
  }

 private:
  struct Value {
    std::string name;
    std::vector<int64_t> dims;
    std::string shape() const { return fmt::format("s32[{}]", fmt::join(dims, ",")); }
  };

  const Value& any() { return m_values[m_random() % m_values.size()]; }
  const Value& add(std::vector<int64_t> dims, const std::string& operation) {
    m_values.push_back({fmt::format("v{}", m_values.size()), std::move(dims)});
    m_text += fmt::format("  {} = {} {}\n", m_values.back().name, m_values.back().shape(), operation);
    return m_values.back();
  }
  Value alike(const Value& value) {
    std::vector<Value> fitting;
    for (const Value& other : m_values)
      if (other.dims == value.dims) fitting.push_back(other);
    return fitting[m_random() % fitting.size()];
  }

  void step() {
    const Value x = any();
    const int rank = static_cast<int>(x.dims.size());
    switch (m_random() % 9) {
      case 0:
      case 1: {
        static const char* kOps[] = {"add", "subtract",   "multiply", "maximum",
                                     "and", "shift-left", "divide",   "remainder"};
        add(x.dims, fmt::format("{}({}, {})", kOps[m_random() % 8], x.name, alike(x).name));
        return;
      }
      case 2: add(x.dims, fmt::format("{}({})", m_random() % 2 ? "negate" : "not", x.name)); return;
      case 3: {
        if (rank != 2) return;
        add({x.dims[1], x.dims[0]}, fmt::format("transpose({}), dimensions={{1,0}}", x.name));
        return;
      }
      case 4: {
        if (rank == 0) return;
        const int64_t d = static_cast<int64_t>(m_random()) & (rank - 1);
        static const char* kCombiners[] = {"add", "maximum", "xor"};
        std::vector<int64_t> dims = x.dims;
        dims.erase(dims.begin() + d);
        const Value init = add({}, "constant(3)");
        add(dims, fmt::format("reduce({}, {}), dimensions={{{}}}, to_apply=f_{}", x.name, init.name, d,
                              kCombiners[m_random() % 3]));
        return;
      }
      case 5: {
        if (rank != 1) return;
        add({x.dims[0], 40}, fmt::format("broadcast({}), dimensions={{0}}", x.name));
        return;
      }
      case 6: {
        if (rank == 0) return;
        const int64_t size = x.dims[0], cut = 1 + static_cast<int64_t>(m_random() % static_cast<uint64_t>(size));
        if (size < 3 || cut >= size) return;
        const std::string rest = rank == 2 ? fmt::format(",[0:{}]", x.dims[1]) : "";
        std::vector<int64_t> head = x.dims, tail = x.dims;
        head[0] = cut;
        tail[0] = size - cut;
        const Value a = add(head, fmt::format("slice({}), slice={{[0:{}]{}}}", x.name, cut, rest));
        const Value b = add(tail, fmt::format("slice({}), slice={{[{}:{}]{}}}", x.name, cut, size, rest));
        add(x.dims, fmt::format("concatenate({}, {}), dimensions={{0}}", b.name, a.name));
        return;
      }
      case 7: {
        if (rank == 0) return;
        add(x.dims, fmt::format("reverse({}), dimensions={{{}}}", x.name, rank - 1));
        return;
      }
      default: {
        if (rank == 0) return;
        add(x.dims, fmt::format("iota(), iota_dimension={}", rank - 1));
        return;
      }
    }
  }

  std::mt19937_64 m_random;
  std::string m_text;
  std::vector<Value> m_values;
};

}  // namespace

TEST_CASE("random programs give the evaluator's bits") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string text = RandomProgram(seed).text(6 + static_cast<int>(seed) / 2);
    INFO(text);
    CHECK(cpuAgainstEvaluator(text, seed) == 0);
  }
}
