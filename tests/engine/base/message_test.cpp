#include "engine/base/diagnostic.h"

#include <doctest/doctest.h>

#include <set>

using namespace onepot;

TEST_CASE("a message fills its template and an unknown id loses nothing") {
  CHECK(Message::verbatim("as it is").text() == "as it is");
  CHECK(Message{"no.such.id", {"x", "3"}}.text() == "no.such.id x 3");
}

TEST_CASE("message ids are unique") {
  std::set<std::string_view> ids;
  for (const MessageRow& row : messageTable()) CHECK_MESSAGE(ids.insert(row.id).second, row.id);
}

TEST_CASE("a diagnostic points at its columns, counted in characters") {
  Diagnostic diagnostic = Diagnostic::error(Message::verbatim("wrong"), {"a.hlo", 2, 3, 2, 5});
  CHECK(diagnostic.render("first\n\xC3\xA9 add(x)\n") == "a.hlo:2:3: error: wrong\n\xC3\xA9 add(x)\n  ^~~");
}

TEST_CASE("a source range counts from one and includes its end") {
  CHECK(SourceRange{"", 6, 34, 6, 44}.text() == "6:34\xE2\x80\x93" "44");
}
