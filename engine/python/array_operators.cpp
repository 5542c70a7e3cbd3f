#include "engine/python/array_operators.h"

#include "engine/python/array_object.h"
#include "engine/python/conversion.h"

namespace onepot {
namespace {

/// One of the two is an array: the slots belong to no other type.
Binding& bindingOfOperands(PyObject* lhs, PyObject* rhs) {
  return *reinterpret_cast<ArrayObject*>(isArray(lhs) ? lhs : rhs)->binding;
}

/// Operands that an operator of Array takes over; for others Python asks the other side.
bool accepted(PyObject* object) {
  if (isArray(object) || PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object)) return true;
  if (PyList_Check(object) || PyTuple_Check(object) || PyUnicode_Check(object) || PyBytes_Check(object)) return false;
  return PyObject_CheckBuffer(object) || PyObject_HasAttrString(object, "__jax_array__");
}

PyObject* binarySlot(PyObject* lhs, PyObject* rhs, auto&& operation) {
  if (!accepted(lhs) || !accepted(rhs)) Py_RETURN_NOTIMPLEMENTED;
  Binding& binding = bindingOfOperands(lhs, rhs);
  return guarded(binding, [&] {
    return wrapValue(binding, operation(binding, toValue(binding, lhs), toValue(binding, rhs))).release();
  });
}

template <Opcode opcode>
PyObject* binaryOf(PyObject* lhs, PyObject* rhs) {
  return binarySlot(lhs, rhs, [](Binding& binding, const Value& a, const Value& b) {
    return binaryOperation(binding, opcode, a, b);
  });
}

PyObject* trueDivide(PyObject* lhs, PyObject* rhs) {
  return binarySlot(lhs, rhs, [](Binding& binding, const Value& a, const Value& b) {
    ScalarType type = inexact(promote(scalarTypeOf(a), scalarTypeOf(b), binding.x64), binding.x64);
    return binaryOperation(binding, Opcode::Divide, convertTo(binding, a, type), convertTo(binding, b, type));
  });
}

PyObject* negative(PyObject* object) {
  Binding& binding = *reinterpret_cast<ArrayObject*>(object)->binding;
  return guarded(binding, [&] {
    if (valueOf(object)->aval().shape.type() == ElementType::Pred)
      raise(PyExc_TypeError, "neg does not accept dtype bool.");
    return wrapValue(binding, binding.tracing.bind1(Opcode::Negate, {valueOf(object)})).release();
  });
}
PyObject* positive(PyObject* object) { return Py_NewRef(object); }
PyObject* absolute(PyObject* object) {
  Binding& binding = *reinterpret_cast<ArrayObject*>(object)->binding;
  return guarded(binding, [&] {
    TypeClass kind = typeClass(valueOf(object)->aval().shape.type());
    if (kind == TypeClass::Pred || kind == TypeClass::Unsigned) return Py_NewRef(object);
    return wrapValue(binding, binding.tracing.bind1(Opcode::Abs, {valueOf(object)})).release();
  });
}
PyObject* invert(PyObject* object) {
  Binding& binding = *reinterpret_cast<ArrayObject*>(object)->binding;
  return guarded(binding, [&] {
    if (isFloat(valueOf(object)->aval().shape.type()))
      raise(PyExc_TypeError,
            "not does not accept dtype float32 at position 0. Accepted dtypes at position 0 are "
            "subtypes of integer and bool.");
    return wrapValue(binding, binding.tracing.bind1(Opcode::Not, {valueOf(object)})).release();
  });
}

PyObject* compareSlot(PyObject* lhs, PyObject* rhs, int operation) {
  static constexpr CompareDirection kDirections[] = {CompareDirection::LT, CompareDirection::LE, CompareDirection::EQ,
                                                     CompareDirection::NE, CompareDirection::GT, CompareDirection::GE};
  return binarySlot(lhs, rhs, [&](Binding& binding, const Value& a, const Value& b) {
    return compareOperation(binding, kDirections[operation], a, b);
  });
}

/// Both as the type of their promotion; both as one shape, but for scalars.
std::vector<Value> prepare(Binding& binding, const Value& lhs, const Value& rhs, const char* operation) {
  ScalarType a = scalarTypeOf(lhs), b = scalarTypeOf(rhs);
  std::vector<Value> both{lhs, rhs};
  if (a != b) {
    ScalarType type = promote(a, b, binding.x64);
    if (type.type == ElementType::Invalid)
      raise(PyExc_TypeError,
            std::string(operation) + " cannot promote " + std::string(elementTypeInfo(a.type).jaxName) + " and " +
                std::string(elementTypeInfo(b.type).jaxName) + ": there is no implicit conversion between them.");
    for (Value& value : both) value = convertTo(binding, value, type);
  }
  raiseRanks(binding, both, operation);
  return both;
}

}  // namespace

Value broadcastTo(Binding& binding, const Value& value, const std::vector<int64_t>& dims) {
  const Shape& shape = value->aval().shape;
  if (shape.dims() == dims) return value;
  int offset = static_cast<int>(dims.size()) - shape.rank();
  // Dimensions of size 1 that grow are dropped first: HLO's broadcast does not stretch.
  std::vector<int64_t> kept, places;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape.dim(i) == 1 && dims[static_cast<size_t>(i + offset)] != 1) continue;
    kept.push_back(shape.dim(i));
    places.push_back(i + offset);
  }
  Value source = value;
  if (kept.size() != static_cast<size_t>(shape.rank()))
    source = binding.tracing.bind1(Opcode::Reshape, {value}, {}, Shape(shape.type(), kept));
  return binding.tracing.bind1(Opcode::Broadcast, {source}, DimensionsAttributes{places}, Shape(shape.type(), dims));
}

namespace {
[[noreturn]] void refuseShapes(const std::vector<Value>& values, const char* operation) {
  std::string shapes;
  for (const Value& value : values)
    shapes +=
        (shapes.empty() ? "" : ", ") + textOf(checked(PyObject_Repr(pythonShape(value->aval().shape).get())).get());
  raise(PyExc_TypeError, std::string(operation) + " got incompatible shapes for broadcasting: " + shapes + ".");
}

/// The shape that all of them broadcast to; scalars count for nothing.
std::vector<int64_t> commonDims(const std::vector<Value>& values, const char* operation) {
  std::vector<int64_t> dims;
  for (const Value& value : values) {
    std::vector<int64_t> own = value->aval().shape.dims();
    if (own == dims) continue;
    if (own.size() > dims.size()) dims.insert(dims.begin(), own.size() - dims.size(), 1);
    for (size_t i = 0; i < own.size(); ++i) {
      int64_t& dim = dims[dims.size() - own.size() + i];
      if (dim == own[i] || own[i] == 1) continue;
      if (dim != 1) refuseShapes(values, operation);
      dim = own[i];
    }
  }
  return dims;
}
}  // namespace

void broadcastTogether(Binding& binding, std::vector<Value>& values, const char* operation) {
  std::vector<int64_t> dims = commonDims(values, operation);
  for (Value& value : values)
    if (value->aval().shape.rank() > 0) value = broadcastTo(binding, value, dims);
}

void raiseRanks(Binding& binding, std::vector<Value>& values, const char* operation) {
  size_t rank = commonDims(values, operation).size();
  for (Value& value : values) {
    const Shape& shape = value->aval().shape;
    size_t own = static_cast<size_t>(shape.rank());
    if (own == 0 || own == rank) continue;
    std::vector<int64_t> dims = shape.dims(), places;
    for (size_t i = 0; i < own; ++i) places.push_back(static_cast<int64_t>(i + rank - own));
    dims.insert(dims.begin(), rank - own, 1);
    value = binding.tracing.bind1(Opcode::Broadcast, {value}, DimensionsAttributes{places}, Shape(shape.type(), dims));
  }
}

Value binaryOperation(Binding& binding, Opcode opcode, const Value& lhs, const Value& rhs) {
  std::string operation(name(opcode));
  if (operation == "subtract") operation = "sub";
  if (operation == "multiply") operation = "mul";
  if (operation == "divide") operation = "div";
  std::vector<Value> both = prepare(binding, lhs, rhs, operation.c_str());
  if (both[0]->aval().shape.type() == ElementType::Pred) {
    if (opcode == Opcode::Add) opcode = Opcode::Or;
    if (opcode == Opcode::Multiply) opcode = Opcode::And;
    if (opcode == Opcode::Subtract) raise(PyExc_TypeError, "sub does not accept dtype bool.");
  }
  return binding.tracing.bind1(opcode, {both[0], both[1]});
}

Value compareOperation(Binding& binding, CompareDirection direction, const Value& lhs, const Value& rhs) {
  static constexpr const char* kNames[] = {"eq", "ne", "ge", "gt", "le", "lt"};
  std::vector<Value> both = prepare(binding, lhs, rhs, kNames[static_cast<size_t>(direction)]);
  return binding.tracing.bind1(Opcode::Compare, {both[0], both[1]}, CompareAttributes{direction});
}

std::vector<PyType_Slot> numberSlots() {
  auto slot = [](int id, auto* function) { return PyType_Slot{id, reinterpret_cast<void*>(function)}; };
  return {slot(Py_nb_add, binaryOf<Opcode::Add>),
          slot(Py_nb_subtract, binaryOf<Opcode::Subtract>),
          slot(Py_nb_multiply, binaryOf<Opcode::Multiply>),
          slot(Py_nb_true_divide, trueDivide),
          slot(Py_nb_and, binaryOf<Opcode::And>),
          slot(Py_nb_or, binaryOf<Opcode::Or>),
          slot(Py_nb_xor, binaryOf<Opcode::Xor>),
          slot(Py_nb_negative, negative),
          slot(Py_nb_positive, positive),
          slot(Py_nb_absolute, absolute),
          slot(Py_nb_invert, invert),
          slot(Py_tp_richcompare, compareSlot)};
}

}  // namespace onepot
