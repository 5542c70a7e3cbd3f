#include <fftw3.h>

#include <cstring>
#include <mutex>

#include "engine/ops/library_calls.h"

namespace onepot::eval {

namespace {

/// FFTW makes plans one at a time, whoever asks.
std::mutex& planning() {
  static std::mutex mutex;
  return mutex;
}

struct Transform {
  std::vector<int> sizes;
  int count = 1;     // transforms, one after another in memory
  int distance = 1;  // elements of each
  int sign = FFTW_FORWARD;
};

void inPlace(const Transform& t, float* data) {
  auto* at = reinterpret_cast<fftwf_complex*>(data);
  std::unique_lock lock(planning());
  fftwf_plan plan = fftwf_plan_many_dft(static_cast<int>(t.sizes.size()), t.sizes.data(), t.count, at, nullptr, 1,
                                        t.distance, at, nullptr, 1, t.distance, t.sign, FFTW_ESTIMATE);
  lock.unlock();
  fftwf_execute(plan);
  lock.lock();
  fftwf_destroy_plan(plan);
}

void inPlace(const Transform& t, double* data) {
  auto* at = reinterpret_cast<fftw_complex*>(data);
  std::unique_lock lock(planning());
  fftw_plan plan = fftw_plan_many_dft(static_cast<int>(t.sizes.size()), t.sizes.data(), t.count, at, nullptr, 1,
                                      t.distance, at, nullptr, 1, t.distance, t.sign, FFTW_ESTIMATE);
  lock.unlock();
  fftw_execute(plan);
  lock.lock();
  fftw_destroy_plan(plan);
}

template <typename Real>
Literal transformed(const Transform& t, Literal value) {
  std::span<Real> numbers = value.mutableAs<Real>();
  inPlace(t, numbers.data());
  if (t.sign == FFTW_FORWARD) return value;
  const Real scale = Real(1) / static_cast<Real>(t.distance);
  for (Real& number : numbers) number *= scale;
  return value;
}

}  // namespace

Result<Literal> fourier(EvaluationContext& context) {
  const std::string target = context.attributes<CustomCallAttributes>().target;
  Literal value = context.takeOperand(0);
  const Shape& shape = value.shape();
  const int dimensions = target.back() - '0';
  if (dimensions < 1 || dimensions > shape.rank() || !isComplex(shape.type()))
    return fail(Message{"eval.library_type", {target, shape.text()}});
  Transform t;
  t.sign = target[target.size() - 2] == 'b' ? FFTW_BACKWARD : FFTW_FORWARD;
  for (int d = shape.rank() - dimensions; d < shape.rank(); ++d) {
    t.sizes.push_back(static_cast<int>(shape.dim(d)));
    t.distance *= static_cast<int>(shape.dim(d));
  }
  if (shape.elementCount() == 0) return value;
  t.count = static_cast<int>(shape.elementCount() / t.distance);
  return shape.type() == ElementType::C64 ? transformed<float>(t, std::move(value))
                                          : transformed<double>(t, std::move(value));
}

}  // namespace onepot::eval
