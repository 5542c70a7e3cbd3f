// The signatures that a jitted function has been traced for: keys, their comparison, and what differs when none fits.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/base/message.h"
#include "engine/python/pytree.h"

namespace onepot {

/// What must be equal for a traced function to serve a call.
struct CallKey {
  size_t hash = 0;
  bool x64 = false;                                 // 64-bit types were on
  uint32_t positional = 0;                          // how many positional arguments, static ones counted
  Tree tree;                                        // of the dynamic arguments, one after the other
  std::vector<std::pair<uint32_t, PyRef>> statics;  // position (or positional + keyword index), value
  std::vector<PyRef> keywords;                      // names, in call order
  std::vector<Aval> avals;                          // by leaf
};

/// One traced and compiled signature.
struct JitFunctionRecord : std::enable_shared_from_this<JitFunctionRecord> {
  CallKey key;
  TracedFunctionPtr traced;
  Tree outputs;
  std::vector<Value> keptConsts;             // large constants, passed before the arguments
  std::shared_ptr<Compilation> compilation;  // null until compiled
  std::shared_ptr<Executable> executable;
  std::vector<Value> firstArguments;    // of the call that compiled it
  PyRef function, arguments, keywords;  // to call it again without jit: the function, a tuple, a dict or null
  double traceMs = 0;
  double firstRunMs = 0;  // the executable's first run
};

class JitCache {
 public:
  /// Null where the signature is new.
  std::shared_ptr<JitFunctionRecord> find(const CallKey& key) const;
  void add(std::shared_ptr<JitFunctionRecord> record);
  const std::vector<std::shared_ptr<JitFunctionRecord>>& records() const { return m_records; }
  void clear();

 private:
  std::vector<std::shared_ptr<JitFunctionRecord>> m_records;
  std::unordered_map<size_t, std::vector<std::shared_ptr<JitFunctionRecord>>> m_byHash;
};

/// Puts the hash of everything into `key.hash`. Raises ValueError for a static argument that has no hash.
void sealKey(CallKey& key);
bool equalKeys(const CallKey& a, const CallKey& b);
/// Why `wanted` is not served by the nearest of `records` (not empty). `names` are the leaves' ("x", "params['w']").
Message explainMiss(const CallKey& wanted, const std::vector<std::string>& names,
                    const std::vector<std::shared_ptr<JitFunctionRecord>>& records);
/// "f32[4]", with "weak" where it is.
std::string avalText(const Aval& aval);

}  // namespace onepot
