// The subcommands of onepotc: one row each in command_table.cpp, one file each beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onepot {

/// Exit codes of every subcommand but run and python, which pass the program's own code through.
enum ExitCode { kDone = 0, kWrongInput = 1, kWrongCommandLine = 2, kOurFault = 3, kLimitHit = 4 };

/// `arguments` are those after the subcommand's name.
using CommandFunction = int (*)(std::vector<std::string> arguments);

struct Command {
  std::string_view name;
  std::string_view usage;
  std::string_view doc;
  CommandFunction run;
};
std::span<const Command> commandTable();

int runCommand(std::vector<std::string> arguments);
int pythonCommand(std::vector<std::string> arguments);
int optCommand(std::vector<std::string> arguments);
int evalCommand(std::vector<std::string> arguments);
int benchCommand(std::vector<std::string> arguments);
int serveCommand(std::vector<std::string> arguments);
int devicesCommand(std::vector<std::string> arguments);

}  // namespace onepot
