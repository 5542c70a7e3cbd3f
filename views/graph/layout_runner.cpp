#include "views/graph/layout_runner.h"

#include <QCoreApplication>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>

#include "views/graph/dot_text.h"
#include "views/graph/layered_layout.h"

namespace onepot {
namespace {
constexpr int kAtOnceNodes = 600;  // the layered engine takes a few milliseconds for these: no thread
}

LayoutRunner::LayoutRunner(QObject* parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    giveUpProcess();
    startLayered(tr("Graphviz “dot” took longer than %1 s and was stopped. Laid out without it.")
                     .arg(m_deadline * 1e-3, 0, 'g', 2));
  });
}

LayoutRunner::~LayoutRunner() { giveUpProcess(); }

void LayoutRunner::request(LayoutInput input) {
  cancel();
  m_input = std::move(input);
  m_busy = true;
  m_clock.start();
  if (nodeCount() > kDotNodeLimit) {
    startLayered({});
  } else {
    startDot();
  }
}

void LayoutRunner::cancel() {
  ++m_generation;
  m_busy = false;
  giveUpProcess();
}

void LayoutRunner::giveUpProcess() {
  m_timer.stop();
  if (!m_process) return;
  m_process->disconnect(this);
  m_process->kill();
  // It is deleted once it is gone; waiting for it here would stop the window.
  if (m_process->state() == QProcess::NotRunning) {
    m_process->deleteLater();
  } else {
    m_process->setParent(nullptr);
    connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
  }
  m_process = nullptr;
}

void LayoutRunner::startDot() {
  const QString program = QStandardPaths::findExecutable(m_program);
  if (program.isEmpty()) {
    startLayered(tr("Graphviz “dot” is not installed, so graphs are laid out without it. The package is graphviz."));
    return;
  }
  m_process = new QProcess(this);
  QProcess* process = m_process;
  connect(process, &QProcess::finished, this, [this, process](int code, QProcess::ExitStatus status) {
    dotFinished(process, status == QProcess::CrashExit || code != 0);
  });
  connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) dotFinished(process, true);
  });
  m_timer.start(m_deadline);
  process->start(program, {QStringLiteral("-Tjson0")});
  process->write(dotText(m_input));
  process->closeWriteChannel();
}

void LayoutRunner::dotFinished(QProcess* process, bool crashed) {
  if (process != m_process) return;
  m_timer.stop();
  m_process = nullptr;
  process->deleteLater();
  const auto layout = crashed ? std::nullopt : readDot(process->readAllStandardOutput(), m_input);
  if (layout) {
    finish(*layout, {});
  } else {
    startLayered(tr("Graphviz “dot” ended before it was done. Laid out without it."));
  }
}

void LayoutRunner::startLayered(const QString& note) {
  if (nodeCount() <= kAtOnceNodes) {
    const GraphLayout layout = layeredLayout(m_input);
    // Not from inside request(): whoever asked may still be writing down that he did.
    const quint64 generation = m_generation;
    QMetaObject::invokeMethod(
        this,
        [this, layout, note, generation] {
          if (generation == m_generation) finish(layout, note);
        },
        Qt::QueuedConnection);
    return;
  }
  QPointer<LayoutRunner> self(this);
  QThreadPool::globalInstance()->start([self, input = m_input, note, generation = m_generation] {
    GraphLayout layout = layeredLayout(input);
    // The pointer is only looked at in the window's thread.
    QMetaObject::invokeMethod(
        qApp,
        [self, layout = std::move(layout), note, generation] {
          if (self && self->m_generation == generation) self->finish(layout, note);
        },
        Qt::QueuedConnection);
  });
}

void LayoutRunner::finish(const GraphLayout& layout, const QString& note) {
  m_busy = false;
  emit done(layout, note);
}

}  // namespace onepot
