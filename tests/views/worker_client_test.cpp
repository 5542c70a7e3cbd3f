// The worker as the window sees it: greeting, answers, events, death from outside, silence, chatter.
#include "views/worker_client.h"

#include <QSignalSpy>
#include <QTest>
#include <csignal>

using namespace onepot;

namespace {
/// A worker in shell: chatter before the greeting, then one canned answer a request; "hang" is never answered.
constexpr char kScript[] = R"(
echo "welcome to this machine"
echo "onepot-worker 1"
while read -r line; do
  id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
  case "$line" in
    *'"method":"hang"'*) ;;
    *'"method":"cancel"'*) ;;
    *'"method":"fail"'*) echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":1,"message":"no such thing"}}' ;;
    *'"method":"run"'*)
      echo '{"jsonrpc":"2.0","method":"event","params":{"event":"header","version":"1","device":"cpu","python":"3.11"}}'
      echo '{"jsonrpc":"2.0","method":"event","params":{"event":"output","stream":1,"text":"hello"}}'
      echo 'this line is no JSON'
      echo '{"jsonrpc":"2.0","method":"event","params":{"event":"done","outcome":"done","exit_code":0}}'
      echo '{"jsonrpc":"2.0","id":'$id',"result":{"outcome":"done"}}' ;;
    *) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
  esac
done
)";
QStringList worker() { return {"/bin/sh", "-c", kScript}; }
}  // namespace

class WorkerClientTest : public QObject {
  Q_OBJECT
 private slots:
  void eventsBecomeACapture();
  void errorsAreAnswers();
  void deathIsNoticedAndMended();
  void silenceIsEnded();
  void aCommandThatIsNotThere();
};

void WorkerClientTest::eventsBecomeACapture() {
  WorkerClient client(worker());
  QSignalSpy captured(&client, &WorkerClient::captured);
  std::shared_ptr<const Capture> last;
  connect(&client, &WorkerClient::captured, this, [&](const auto& capture, bool) { last = capture; });
  client.start();
  bool answered = false;
  client.request("run", {}, 5000,
                 [&](const WorkerClient::Answer& answer) { answered = answer.error.isEmpty() && !answer.lost; });
  QTRY_VERIFY(answered);
  QVERIFY(!captured.isEmpty());
  QCOMPARE(last->output.at(0).text, std::string("hello"));
  QCOMPARE(last->outcome, Outcome::Done);
  QVERIFY(!client.busy());
}

void WorkerClientTest::errorsAreAnswers() {
  WorkerClient client(worker());
  client.start();
  QString error;
  client.request("fail", {}, 5000, [&](const WorkerClient::Answer& answer) { error = answer.error; });
  QTRY_COMPARE(error, QString("no such thing"));
}

void WorkerClientTest::deathIsNoticedAndMended() {
  WorkerClient client(worker());
  QSignalSpy died(&client, &WorkerClient::died), ready(&client, &WorkerClient::ready);
  client.start();
  QTRY_COMPARE(ready.size(), 1);
  bool lost = false;
  client.request("hang", {}, 60000, [&](const WorkerClient::Answer& answer) { lost = answer.lost; });
  ::kill(static_cast<pid_t>(client.processId()), SIGKILL);
  QTRY_VERIFY(lost);
  QTRY_COMPARE(died.size(), 1);
  QTRY_COMPARE(ready.size(), 2);
  bool answered = false;
  client.request("devices", {}, 5000, [&](const WorkerClient::Answer& answer) { answered = !answer.lost; });
  QTRY_VERIFY(answered);
}

void WorkerClientTest::silenceIsEnded() {
  WorkerClient client(worker());
  QSignalSpy ready(&client, &WorkerClient::ready);
  client.start();
  QTRY_COMPARE(ready.size(), 1);
  bool lost = false;
  client.request("hang", {}, 50, [&](const WorkerClient::Answer& answer) { lost = answer.lost; });
  QTRY_VERIFY_WITH_TIMEOUT(lost, 6000);
  QTRY_COMPARE(ready.size(), 2);
}

void WorkerClientTest::aCommandThatIsNotThere() {
  WorkerClient client({"/nowhere/onepotc", "serve"});
  QSignalSpy failed(&client, &WorkerClient::failedToStart);
  client.start();
  QTRY_COMPARE(failed.size(), 1);
}

QTEST_GUILESS_MAIN(WorkerClientTest)
#include "worker_client_test.moc"
