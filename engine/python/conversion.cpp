#include "engine/python/conversion.h"

#include <cstring>

namespace onepot {
namespace {

/// Element type of a buffer format character; Invalid for what JAX does not take.
ElementType typeOfFormat(const char* format, Py_ssize_t itemSize) {
  if (!format) return ElementType::U8;
  if (*format == '<' || *format == '=' || *format == '@' || *format == '|') ++format;
  bool complex = *format == 'Z';
  if (complex) ++format;
  switch (*format) {
    case '?': return ElementType::Pred;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
      return itemSize == 1   ? ElementType::S8
             : itemSize == 2 ? ElementType::S16
             : itemSize == 4 ? ElementType::S32
                             : ElementType::S64;
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
      return itemSize == 1   ? ElementType::U8
             : itemSize == 2 ? ElementType::U16
             : itemSize == 4 ? ElementType::U32
                             : ElementType::U64;
    case 'e': return ElementType::F16;
    case 'f': return complex ? ElementType::C64 : ElementType::F32;
    case 'd': return complex ? ElementType::C128 : ElementType::F64;
    default: return ElementType::Invalid;
  }
}

template <typename From, typename To>
void narrow(const std::byte* from, Literal& to) {
  auto target = to.mutableAs<To>();
  for (size_t i = 0; i < target.size(); ++i) {
    From value;
    std::memcpy(&value, from + i * sizeof(From), sizeof(From));
    target[i] = static_cast<To>(value);
  }
}

Literal literalFromBytes(ElementType type, std::vector<int64_t> dims, const std::byte* bytes, bool x64) {
  Literal literal(Shape(canonicalType(type, x64), std::move(dims)));
  switch (x64 ? ElementType::Invalid : type) {
    case ElementType::S64: narrow<int64_t, int32_t>(bytes, literal); break;
    case ElementType::U64: narrow<uint64_t, uint32_t>(bytes, literal); break;
    case ElementType::F64: narrow<double, float>(bytes, literal); break;
    case ElementType::C128: narrow<double, float>(bytes, literal); break;  // pairs: twice as many doubles as complexes
    default: {
      auto target = literal.mutableBytes();
      if (!target.empty()) std::memcpy(target.data(), bytes, target.size());
    }
  }
  return literal;
}

Literal scalarFromLong(PyObject* object, bool x64) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (value == -1 && PyErr_Occurred()) throw PythonError{};
  if (x64 && overflow) raise(PyExc_OverflowError, "Python int too large to convert to C long");
  if (x64) return Literal::scalarInt(ElementType::S64, value);
  if (overflow || value < INT32_MIN || value > INT32_MAX) {
    if (overflow || value < 0 || value > static_cast<long long>(UINT32_MAX))
      raise(PyExc_OverflowError, "Python int too large to convert to int32");
    // As numpy does: a large literal may still become a uint32 by promotion with one.
    raise(PyExc_OverflowError, "Python int " + std::to_string(value) + " too large to convert to int32");
  }
  return Literal::scalarInt(ElementType::S32, value);
}

Literal scalarFromComplex(Py_complex value, bool x64) {
  Literal literal(Shape::scalar(x64 ? ElementType::C128 : ElementType::C64));
  if (x64) {
    literal.mutableAs<double>()[0] = value.real;
    literal.mutableAs<double>()[1] = value.imag;
  } else {
    literal.mutableAs<float>()[0] = static_cast<float>(value.real);
    literal.mutableAs<float>()[1] = static_cast<float>(value.imag);
  }
  return literal;
}

ElementType defaultFloat(const Binding& binding) { return binding.x64 ? ElementType::F64 : ElementType::F32; }

/// Scalars are literals: a trace writes them where they are used instead of passing them in.
Value concrete(Binding& binding, Literal literal, bool weak) {
  Array array(binding.device(), std::move(literal), weak);
  return array.shape.rank() == 0 ? makeLiteral(std::move(array)) : makeConcrete(std::move(array));
}

/// bfloat16 and float8 arrays of other packages have no buffer format: their bytes are read through a view as integers.
Value fromForeignDtype(Binding& binding, PyObject* object) {
  PyRef dtype = PyRef::steal(PyObject_GetAttrString(object, "dtype"));
  if (!dtype) {
    PyErr_Clear();
    return nullptr;
  }
  PyRef nameObject = PyRef::steal(PyObject_GetAttrString(dtype.get(), "name"));
  if (!nameObject) {
    PyErr_Clear();
    return nullptr;
  }
  auto type = elementTypeByJaxName(textOf(nameObject.get()));
  if (!type || byteWidth(*type) > 2) return nullptr;
  PyRef view = PyRef::steal(PyObject_CallMethod(object, "view", "s", byteWidth(*type) == 2 ? "uint16" : "uint8"));
  if (!view) {
    PyErr_Clear();
    return nullptr;
  }
  Literal bits = literalFromBuffer(view.get(), false);
  bits.setShape(bits.shape().withType(*type));
  return concrete(binding, std::move(bits), false);
}

}  // namespace

Literal literalFromBuffer(PyObject* object, bool x64) {
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT | PyBUF_ND | PyBUF_STRIDES) < 0) throw PythonError{};
  struct Release {
    Py_buffer* view;
    ~Release() { PyBuffer_Release(view); }
  } release{&view};
  ElementType type = typeOfFormat(view.format, view.itemsize);
  if (type == ElementType::Invalid || (view.format && *view.format == '>'))
    raise(PyExc_TypeError, std::string("data with buffer format '") + view.format + "' is not a JAX array type");
  std::vector<int64_t> dims(view.shape, view.shape + view.ndim);
  if (PyBuffer_IsContiguous(&view, 'C'))
    return literalFromBytes(type, std::move(dims), static_cast<std::byte*>(view.buf), x64);
  std::vector<std::byte> contiguous(static_cast<size_t>(view.len));
  checkStatus(PyBuffer_ToContiguous(contiguous.data(), &view, view.len, 'C'));
  return literalFromBytes(type, std::move(dims), contiguous.data(), x64);
}

Value toValue(Binding& binding, PyObject* object) {
  if (isArray(object)) return valueOf(object);
  if (PyFloat_CheckExact(object))
    return concrete(binding, Literal::scalar(defaultFloat(binding), PyFloat_AS_DOUBLE(object)), true);
  if (PyBool_Check(object)) return concrete(binding, Literal::scalarInt(ElementType::Pred, object == Py_True), false);
  if (PyLong_Check(object)) return concrete(binding, scalarFromLong(object, binding.x64), true);
  if (PyComplex_CheckExact(object)) {
    return concrete(binding, scalarFromComplex(PyComplex_AsCComplex(object), binding.x64), true);
  }
  if (PyObject_HasAttrString(object, "__jax_array__")) {
    PyRef array = checked(PyObject_CallMethod(object, "__jax_array__", nullptr));
    return toValue(binding, array.get());
  }
  if (PyObject_CheckBuffer(object) && !PyBytes_Check(object) && !PyByteArray_Check(object)) {
    try {
      return concrete(binding, literalFromBuffer(object, binding.x64), false);
    } catch (PythonError&) {
      PyErr_Clear();
      if (Value foreign = fromForeignDtype(binding, object)) return foreign;
    }
  } else if (PyObject_HasAttrString(object, "__array__")) {
    PyRef array = checked(PyObject_CallMethod(object, "__array__", nullptr));
    return concrete(binding, literalFromBuffer(array.get(), binding.x64), false);
  }
  if (PyFloat_Check(object))
    return concrete(binding, Literal::scalar(defaultFloat(binding), PyFloat_AsDouble(object)), true);
  PyRef shown = checked(PyObject_Repr(object));
  raise(PyExc_TypeError, "Value '" + textOf(shown.get()).substr(0, 200) +
                             "' with dtype object is not a valid JAX array " +
                             "type. Only arrays of numeric types are supported by JAX.");
}

ScalarType scalarTypeOf(const Value& value) { return {value->aval().shape.type(), value->aval().weakType}; }

std::vector<Value> toValues(Binding& binding, PyObject* sequence) {
  PyRef fast = checked(PySequence_Fast(sequence, "a sequence of arrays was expected"));
  std::vector<Value> values;
  Py_ssize_t size = PySequence_Fast_GET_SIZE(fast.get());
  values.reserve(static_cast<size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(fast.get(), i);
    values.push_back(item == Py_None ? nullptr : toValue(binding, item));
  }
  return values;
}

ElementType toElementType(Binding& binding, PyObject* dtype) {
  if (PyType_Check(dtype)) {
    if (dtype == reinterpret_cast<PyObject*>(&PyFloat_Type)) return defaultFloat(binding);
    if (dtype == reinterpret_cast<PyObject*>(&PyLong_Type)) return binding.x64 ? ElementType::S64 : ElementType::S32;
    if (dtype == reinterpret_cast<PyObject*>(&PyBool_Type)) return ElementType::Pred;
    if (dtype == reinterpret_cast<PyObject*>(&PyComplex_Type))
      return binding.x64 ? ElementType::C128 : ElementType::C64;
  }
  for (size_t i = 0; i < binding.dtypes.size(); ++i)
    if (binding.dtypes[i].get() == dtype) return canonicalType(static_cast<ElementType>(i), binding.x64);
  std::string name;
  if (PyUnicode_Check(dtype)) {
    name = textOf(dtype);
  } else {
    PyRef inner = PyRef::steal(PyObject_GetAttrString(dtype, "dtype"));
    PyErr_Clear();
    bool usable = inner && !PyObject_HasAttrString(inner.get(), "__get__");
    PyRef named = PyRef::steal(
        PyObject_GetAttrString(usable ? inner.get() : dtype, PyType_Check(dtype) && !usable ? "__name__" : "name"));
    PyErr_Clear();
    if (named) name = textOf(named.get());
  }
  if (name == "float") name = "float64";
  if (name == "int") name = "int64";
  if (name == "complex") name = "complex128";
  if (name == "bool_") name = "bool";
  if (auto type = elementTypeByJaxName(name)) return canonicalType(*type, binding.x64);
  PyRef shown = checked(PyObject_Repr(dtype));
  raise(PyExc_TypeError, "Cannot interpret " + textOf(shown.get()) + " as a data type");
}

int64_t toInteger(PyObject* object) {
  PyRef index = checked(PyNumber_Index(object));
  long long value = PyLong_AsLongLong(index.get());
  if (value == -1 && PyErr_Occurred()) throw PythonError{};
  return value;
}

std::vector<int64_t> toIntegers(PyObject* sequence) {
  PyRef fast = checked(PySequence_Fast(sequence, "a sequence of integers was expected"));
  std::vector<int64_t> integers;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.get()); ++i)
    integers.push_back(toInteger(PySequence_Fast_GET_ITEM(fast.get(), i)));
  return integers;
}

Value convertTo(Binding& binding, const Value& value, ScalarType type) {
  if (scalarTypeOf(value) == type) return value;
  const Array* array = concreteArray(value);
  ElementType from = value->aval().shape.type();
  if (array && array->shape.rank() == 0 && !isComplex(from) && !isComplex(type.type) && from != ElementType::Key) {
    const Literal& literal = array->literal();
    bool integral = !isFloat(from) && !isFloat(type.type);
    Literal converted =
        integral ? Literal::scalarInt(type.type, literal.intAt(0)) : Literal::scalar(type.type, literal.doubleAt(0));
    return concrete(binding, std::move(converted), type.weak);
  }
  return binding.tracing.convert(value, type.type, type.weak);
}

}  // namespace onepot
