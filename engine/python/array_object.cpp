#include "engine/python/array_object.h"

#include <structmember.h>

#include "engine/python/array_operators.h"
#include "engine/python/conversion.h"

namespace onepot {
namespace {

ArrayObject* self(PyObject* object) { return reinterpret_cast<ArrayObject*>(object); }

const Shape& shapeOf(PyObject* object) { return valueOf(object)->aval().shape; }

PyObject* getShape(PyObject* object, void*) {
  return guarded(*self(object)->binding, [&] { return pythonShape(shapeOf(object)).release(); });
}
PyObject* getDtype(PyObject* object, void*) {
  return Py_NewRef(dtypeObject(*self(object)->binding, shapeOf(object).type()));
}
PyObject* getRank(PyObject* object, void*) { return PyLong_FromLong(shapeOf(object).rank()); }
PyObject* getSize(PyObject* object, void*) { return PyLong_FromLongLong(shapeOf(object).elementCount()); }
PyObject* getItemSize(PyObject* object, void*) { return PyLong_FromLong(byteWidth(shapeOf(object).type())); }
PyObject* getBytes(PyObject* object, void*) { return PyLong_FromLongLong(byteSize(shapeOf(object))); }
PyObject* getWeakType(PyObject* object, void*) { return PyBool_FromLong(valueOf(object)->aval().weakType); }
PyObject* getLevel(PyObject* object, void*) { return PyLong_FromLong(valueOf(object)->level()); }
PyObject* getDescription(PyObject* object, void*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] { return pythonText(binding.tracing.describe(valueOf(object))).release(); });
}
PyObject* getReasons(PyObject* object, void*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] {
    PyRef list = checked(PyList_New(0));
    for (const std::string& reason : binding.tracing.tracedBecauseOf(valueOf(object)))
      checkStatus(PyList_Append(list.get(), pythonText(reason).get()));
    return list.release();
  });
}

PyGetSetDef kGetters[] = {
    {"shape", getShape, nullptr, "The dimensions, a tuple of int.", nullptr},
    {"dtype", getDtype, nullptr, "The element type.", nullptr},
    {"ndim", getRank, nullptr, "How many dimensions.", nullptr},
    {"size", getSize, nullptr, "How many elements.", nullptr},
    {"itemsize", getItemSize, nullptr, "Bytes of an element.", nullptr},
    {"nbytes", getBytes, nullptr, "Bytes of all elements.", nullptr},
    {"weak_type", getWeakType, nullptr, "Whether the dtype came from a Python scalar and gives way to others.",
     nullptr},
    {"_level", getLevel, nullptr, "Depth of the transformation that made it; 0 for an array.", nullptr},
    {"_description", getDescription, nullptr, "As a tracer prints.", nullptr},
    {"_traced_because", getReasons, nullptr, "Names of the arguments that made it traced.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

Py_ssize_t length(PyObject* object) {
  if (shapeOf(object).rank() == 0) {
    PyErr_SetString(PyExc_TypeError, "len() of unsized object");
    return -1;
  }
  return shapeOf(object).dim(0);
}

Py_hash_t refuseHash(PyObject* object) {
  PyErr_Format(PyExc_TypeError, "unhashable type: '%s'", Py_TYPE(object)->tp_name);
  return -1;
}

/// What a buffer's view points into; freed with it.
struct ViewStorage {
  Value keepAlive;
  std::vector<Py_ssize_t> shape, strides;
};

const char* bufferFormat(ElementType type) {
  switch (type) {
    case ElementType::Pred: return "?";
    case ElementType::S8: return "b";
    case ElementType::S16: return "h";
    case ElementType::S32: return "i";
    case ElementType::S64: return "q";
    case ElementType::U8: return "B";
    case ElementType::U16: return "H";
    case ElementType::U32: return "I";
    case ElementType::U64: return "Q";
    case ElementType::F16: return "e";
    case ElementType::F32: return "f";
    case ElementType::F64: return "d";
    case ElementType::C64: return "Zf";
    case ElementType::C128: return "Zd";
    default: return nullptr;
  }
}

int getBuffer(PyObject* object, Py_buffer* view, int flags) {
  const Array* array = concreteArray(valueOf(object));
  const char* format = array ? bufferFormat(array->shape.type()) : nullptr;
  if (!array || !format || (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, array ? "JAX arrays are read-only" : "a tracer has no values");
    view->obj = nullptr;
    return -1;
  }
  const Literal& literal = array->literal();
  auto storage = std::make_unique<ViewStorage>();
  storage->keepAlive = valueOf(object);
  Py_ssize_t stride = byteWidth(array->shape.type());
  for (int64_t dim : array->shape.dims()) storage->shape.push_back(dim);
  storage->strides.resize(storage->shape.size());
  for (size_t i = storage->shape.size(); i-- > 0;) {
    storage->strides[i] = stride;
    stride *= storage->shape[i];
  }
  view->buf = const_cast<std::byte*>(literal.storage().get());
  view->obj = Py_NewRef(object);
  view->len = byteSize(array->shape);
  view->readonly = 1;
  view->itemsize = byteWidth(array->shape.type());
  view->format = (flags & PyBUF_FORMAT) ? const_cast<char*>(format) : nullptr;
  view->ndim = array->shape.rank();
  view->shape = (flags & PyBUF_ND) ? storage->shape.data() : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? storage->strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = storage.release();
  return 0;
}

void releaseBuffer(PyObject*, Py_buffer* view) { delete static_cast<ViewStorage*>(view->internal); }

PyMemberDef kMembers[] = {{"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weakReferences), READONLY, nullptr},
                          {nullptr, 0, 0, 0, nullptr}};

PyTypeObject* makeType(PyObject* module, const char* name, const char* doc, PyTypeObject* base) {
  std::vector<PyType_Slot> slots;
  if (base) {
    slots = {
        {Py_tp_doc, const_cast<char*>(doc)}, {Py_tp_dealloc, reinterpret_cast<void*>(deallocateArray)}, {0, nullptr}};
  } else {
    slots = {{Py_tp_doc, const_cast<char*>(doc)},
             {Py_tp_dealloc, reinterpret_cast<void*>(deallocateArray)},
             {Py_tp_getset, kGetters},
             {Py_tp_members, kMembers},
             {Py_tp_hash, reinterpret_cast<void*>(refuseHash)},
             {Py_mp_length, reinterpret_cast<void*>(length)},
             {Py_sq_length, reinterpret_cast<void*>(length)},
             {Py_bf_getbuffer, reinterpret_cast<void*>(getBuffer)},
             {Py_bf_releasebuffer, reinterpret_cast<void*>(releaseBuffer)}};
    for (const PyType_Slot& slot : numberSlots()) slots.push_back(slot);
    slots.push_back({0, nullptr});
  }
  PyType_Spec spec{name, static_cast<int>(sizeof(ArrayObject)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots.data()};
  PyRef bases = base ? checked(PyTuple_Pack(1, base)) : PyRef();
  PyRef type = checked(PyType_FromModuleAndSpec(module, &spec, bases.get()));
  checkStatus(PyModule_AddType(module, reinterpret_cast<PyTypeObject*>(type.get())));
  return reinterpret_cast<PyTypeObject*>(type.release());
}

}  // namespace

void deallocateArray(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (self(object)->weakReferences) PyObject_ClearWeakRefs(object);
  self(object)->value.~Value();
  type->tp_free(object);
  Py_DECREF(type);
}

PyRef wrapValue(Binding& binding, Value value) {
  PyTypeObject* type = value->isTracer() ? binding.tracerType : binding.concreteType;
  PyRef object = checked(type->tp_alloc(type, 0));
  auto* array = reinterpret_cast<ArrayObject*>(object.get());
  array->binding = &binding;
  new (&array->value) Value(std::move(value));
  return object;
}

PyRef wrapValues(Binding& binding, std::vector<Value> values) {
  PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(values.size())));
  for (size_t i = 0; i < values.size(); ++i)
    PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i),
                    values[i] ? wrapValue(binding, std::move(values[i])).release() : Py_NewRef(Py_None));
  return list;
}

PyRef pythonShape(const Shape& shape) {
  PyRef tuple = checked(PyTuple_New(shape.rank()));
  for (int i = 0; i < shape.rank(); ++i)
    PyTuple_SET_ITEM(tuple.get(), i, checked(PyLong_FromLongLong(shape.dim(i))).release());
  return tuple;
}

PyObject* dtypeObject(Binding& binding, ElementType type) {
  PyObject* dtype = binding.dtypes[static_cast<size_t>(type)].get();
  return dtype ? dtype : Py_None;
}

void addArrayTypes(Binding& binding, PyObject* module) {
  binding.arrayType = makeType(module, "jax.Array", "An array of numbers on a device, or a tracer of one.", nullptr);
  binding.concreteType = makeType(module, "jax.ArrayImpl", "An array with its values.", binding.arrayType);
  binding.tracerType =
      makeType(module, "jax.core.Tracer", "Stands for an array while a function is traced.", binding.arrayType);
}

}  // namespace onepot
