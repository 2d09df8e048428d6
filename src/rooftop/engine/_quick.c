/* A state of a game as a C type, for programs that play one game at a time from Python.

It calls the machine code that `engine.machine` has loaded, and computes nothing itself. `engine.quick` hands
over addresses and numbers; `game.position` makes a class of it. Where this file has not been compiled, the
same is done by ctypes, with the same results and errors.

Memory: a state lies in a bytearray of its own, which is exported as long as the state lives, so that nobody
can resize it. `rows` is a NumPy array over it. The limited API of Python 3.11 is enough for all of this. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <string.h>

#ifndef DIGEST
#define DIGEST "" /* of this file: code of another one is not used (engine/quick.py) */
#endif

#define OBJECT(pointer) ((PyObject *)(pointer))
#define FAILED INT64_MIN /* the answer of an entry that failed, as in engine/machine.py */
#define MOST_ACTIONS 32767

/* What the machine code reads of an array: the words 2, 4 and 5 of NumPy's array object. */
typedef struct {
    intptr_t unread_0, unread_1;
    void *data;
    intptr_t unread_3;
    const int64_t *shape;
    const int64_t *strides;
} Head;

typedef int64_t (*Start)(Head *states, int64_t index, Head *tables, Head *blank, int64_t seats, Head *options);
typedef int64_t (*Moves)(Head *states, int64_t index, Head *tables, Head *room);
typedef int64_t (*Step)(Head *states, int64_t index, Head *tables, int64_t action, Head *room);

/* An array of one dimension, with its head. */
typedef struct {
    Head head;
    int64_t shape, stride;
} Line;

static void set_line(Line *line, void *data, Py_ssize_t count, Py_ssize_t item_size)
{
    line->shape = count;
    line->stride = item_size;
    line->head.data = data;
    line->head.shape = &line->shape;
    line->head.strides = &line->stride;
}

/* --- the rules of one game: its tables, players and options, and the entries of its title --- */

typedef struct {
    PyObject_HEAD
    PyObject *owner;     /* keeps the machine code */
    PyObject *make_rows; /* makes a NumPy array of a bytearray */
    Start start;
    Moves moves;
    Step step;
    Py_buffer tables_view, options_view;
    Line tables, options, blank, room;
    Py_ssize_t size, rng_at, rng_size, to_act_at, ply_at; /* of a state, in bytes */
    long long players, actions;
    PyObject **numbers;   /* the actions as objects */
    unsigned long in_use; /* counts the uses of `room` */
} Rules;

static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"owner", "make_rows", "start", "moves", "step", "tables", "options", "players",
                            "actions", "size", "rng_at", "rng_size", "to_act_at", "ply_at", NULL};
    PyObject *owner, *make_rows, *tables, *options;
    long long start, moves, step, players, actions;
    Py_ssize_t size, rng_at, rng_size, to_act_at, ply_at;
    if (!PyArg_ParseTupleAndKeywords(args, named, "OOLLLOOLLnnnnn:Rules", names, &owner, &make_rows, &start, &moves,
                                     &step, &tables, &options, &players, &actions, &size, &rng_at, &rng_size,
                                     &to_act_at, &ply_at))
        return NULL;
    if (!start || !moves || !step || actions < 1 || actions > MOST_ACTIONS || size < 1 || rng_at < 0 ||
        rng_size < 1 || rng_at > size - rng_size || to_act_at < 0 || to_act_at >= size || ply_at < 0 ||
        ply_at > size - (Py_ssize_t)sizeof(int16_t)) {
        PyErr_SetString(PyExc_ValueError, "these are not the entries and sizes of a title");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Rules *self = (Rules *)allocate(type, 0); /* all zeros */
    if (!self)
        return NULL;
    self->owner = Py_NewRef(owner);
    self->make_rows = Py_NewRef(make_rows);
    if (PyObject_GetBuffer(tables, &self->tables_view, PyBUF_SIMPLE) < 0 ||
        PyObject_GetBuffer(options, &self->options_view, PyBUF_SIMPLE) < 0)
        goto failed;
    self->start = (Start)(intptr_t)start;
    self->moves = (Moves)(intptr_t)moves;
    self->step = (Step)(intptr_t)step;
    self->size = size;
    self->rng_at = rng_at;
    self->rng_size = rng_size;
    self->to_act_at = to_act_at;
    self->ply_at = ply_at;
    self->players = players;
    self->actions = actions;
    void *blank = PyMem_Calloc(1, size), *room = PyMem_Calloc(actions, sizeof(int16_t));
    set_line(&self->tables, self->tables_view.buf, 1, self->tables_view.len);
    set_line(&self->options, self->options_view.buf, self->options_view.len / sizeof(int32_t), sizeof(int32_t));
    set_line(&self->blank, blank, 1, size);
    set_line(&self->room, room, actions, sizeof(int16_t));
    self->numbers = PyMem_Calloc(actions, sizeof(PyObject *));
    if (!blank || !room || !self->numbers) {
        PyErr_NoMemory();
        goto failed;
    }
    for (long long action = 0; action < actions; action++) {
        self->numbers[action] = PyLong_FromLongLong(action);
        if (!self->numbers[action])
            goto failed;
    }
    return OBJECT(self);
failed:
    Py_DECREF(OBJECT(self));
    return NULL;
}

static int rules_traverse(Rules *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(OBJECT(self)));
    Py_VISIT(self->owner);
    Py_VISIT(self->make_rows);
    Py_VISIT(self->tables_view.obj);
    Py_VISIT(self->options_view.obj);
    return 0;
}

static int rules_clear(Rules *self)
{
    self->moves = NULL; /* the code may go with its owner */
    self->step = NULL;
    self->start = NULL;
    Py_CLEAR(self->owner);
    Py_CLEAR(self->make_rows);
    PyBuffer_Release(&self->tables_view); /* does nothing if there is none */
    PyBuffer_Release(&self->options_view);
    return 0;
}

static void rules_dealloc(Rules *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    PyObject_GC_UnTrack(self);
    rules_clear(self);
    for (long long action = 0; self->numbers && action < self->actions; action++)
        Py_XDECREF(self->numbers[action]);
    PyMem_Free(self->numbers);
    PyMem_Free(self->blank.head.data);
    PyMem_Free(self->room.head.data);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(OBJECT(type));
}

static PyType_Slot rules_slots[] = {
    {Py_tp_doc, "The rules of one game: entries of machine code, tables, players and options."},
    {Py_tp_new, rules_new},
    {Py_tp_traverse, rules_traverse},
    {Py_tp_clear, rules_clear},
    {Py_tp_dealloc, rules_dealloc},
    {0, NULL},
};

static PyType_Spec rules_spec = {
    .name = "rooftop.engine._quick.Rules",
    .basicsize = sizeof(Rules),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = rules_slots,
};

/* --- a state --- */

typedef struct {
    PyObject_HEAD
    PyObject *game;
    Rules *rules;
    PyObject *rows;   /* made when it is first asked for */
    Py_buffer memory; /* of a bytearray */
    Line line;
} State;

/* A state of this type with a copy of these bytes. */
static State *state_of(PyTypeObject *type, Rules *rules, PyObject *game, const char *bytes)
{
    PyObject *memory = PyByteArray_FromStringAndSize(bytes, rules->size);
    if (!memory)
        return NULL;
    State *self = (State *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0); /* all zeros */
    if (!self) {
        Py_DECREF(memory);
        return NULL;
    }
    self->game = Py_NewRef(game);
    self->rules = (Rules *)Py_NewRef(OBJECT(rules));
    int failed = PyObject_GetBuffer(memory, &self->memory, PyBUF_WRITABLE) < 0;
    Py_DECREF(memory); /* the buffer has it */
    if (failed) {
        Py_DECREF(OBJECT(self));
        return NULL;
    }
    set_line(&self->line, self->memory.buf, 1, rules->size);
    return self;
}

static PyObject *is_lost(void)
{
    PyErr_SetString(PyExc_RuntimeError, "this position has been given to the garbage collector");
    return NULL;
}

static PyObject *has_failed(void)
{
    PyErr_SetString(PyExc_IndexError, "a kernel used an index out of bounds");
    return NULL;
}

static PyObject *state_legal(State *self, PyObject *Py_UNUSED(none))
{
    Rules *rules = self->rules;
    for (;;) {
        if (!rules->moves)
            return is_lost();
        unsigned long use = ++rules->in_use;
        int64_t count = rules->moves(&self->line.head, 0, &rules->tables.head, &rules->room.head);
        if (count < 0 || count > rules->actions)
            return has_failed();
        PyObject *list = PyList_New((Py_ssize_t)count);
        if (!list)
            return NULL;
        if (use != rules->in_use) { /* a new list can start the garbage collector, and that anything */
            Py_DECREF(list);
            continue;
        }
        const int16_t *room = rules->room.head.data;
        for (Py_ssize_t at = 0; at < count; at++) {
            int known = 0 <= room[at] && room[at] < rules->actions;
            PyObject *number = known ? Py_NewRef(rules->numbers[room[at]]) : PyLong_FromLong(room[at]);
            if (!number || PyList_SetItem(list, at, number) < 0) {
                Py_DECREF(list);
                return NULL;
            }
        }
        return list;
    }
}

static PyObject *state_apply(State *self, PyObject *given)
{
    Rules *rules = self->rules;
    long long action = -1;
    if (PyLong_CheckExact(given)) {
        action = PyLong_AsLongLong(given);
        if (action == -1)
            PyErr_Clear(); /* it is too large, or -1 itself */
    }
    if (action < 0 || action >= rules->actions) { /* another kind of number, or a mistake */
        PyObject *checked = PyObject_CallMethod(OBJECT(self), "_checked", "O", given);
        if (!checked)
            return NULL;
        action = PyLong_AsLongLong(checked);
        Py_DECREF(checked);
        if (action == -1 && PyErr_Occurred())
            return NULL;
    }
    if (!rules->step)
        return is_lost();
    rules->in_use++;
    int64_t done = rules->step(&self->line.head, 0, &rules->tables.head, action, &rules->room.head);
    if (done == FAILED)
        return has_failed();
    if (done)
        Py_RETURN_NONE;
    return PyObject_CallMethod(OBJECT(self), "_refuse", "L", action);
}

static PyObject *state_clone(State *self, PyObject *Py_UNUSED(none))
{
    if (!self->game)
        return is_lost();
    return OBJECT(state_of(Py_TYPE(OBJECT(self)), self->rules, self->game, self->memory.buf));
}

static int seat_to_act(State *self)
{
    return ((int8_t *)self->memory.buf)[self->rules->to_act_at];
}

static PyObject *state_to_act(State *self, void *Py_UNUSED(none))
{
    return PyLong_FromLong(seat_to_act(self));
}

static PyObject *state_over(State *self, void *Py_UNUSED(none))
{
    return PyBool_FromLong(seat_to_act(self) < 0);
}

static PyObject *state_ply(State *self, void *Py_UNUSED(none))
{
    int16_t ply;
    memcpy(&ply, (char *)self->memory.buf + self->rules->ply_at, sizeof ply);
    return PyLong_FromLong(ply);
}

static PyObject *state_game(State *self, void *Py_UNUSED(none))
{
    return self->game ? Py_NewRef(self->game) : is_lost();
}

static PyObject *state_rows(State *self, void *Py_UNUSED(none))
{
    if (!self->rows) {
        if (!self->rules->make_rows)
            return is_lost();
        PyObject *rows = PyObject_CallFunctionObjArgs(self->rules->make_rows, self->memory.obj, NULL);
        if (!rows)
            return NULL;
        if (self->rows) /* made meanwhile by another thread */
            Py_DECREF(rows);
        else
            self->rows = rows;
    }
    return Py_NewRef(self->rows);
}

static int state_traverse(State *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(OBJECT(self)));
    Py_VISIT(self->game);
    Py_VISIT(OBJECT(self->rules));
    Py_VISIT(self->rows);
    return 0; /* a bytearray refers to nothing */
}

static int state_clear(State *self)
{
    Py_CLEAR(self->game);
    Py_CLEAR(self->rows);
    return 0; /* the rules are cleared by themselves, and the methods above need them */
}

static void state_dealloc(State *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    PyObject_GC_UnTrack(self);
    state_clear(self);
    PyBuffer_Release(&self->memory);
    Py_XDECREF(OBJECT(self->rules));
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(OBJECT(type));
}

static PyMethodDef state_methods[] = {
    {"legal", (PyCFunction)state_legal, METH_NOARGS, "The legal actions of the seat to act; empty at the end."},
    {"apply", (PyCFunction)state_apply, METH_O,
     "Make one decision. Raises MoveError and changes nothing if it is illegal."},
    {"clone", (PyCFunction)state_clone, METH_NOARGS, "An independent copy."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef state_properties[] = {
    {"game", (getter)state_game, NULL, "The game.", NULL},
    {"rows", (getter)state_rows, NULL, "The state as an array of one record.", NULL},
    {"to_act", (getter)state_to_act, NULL, "The seat that decides, or -1 at the end.", NULL},
    {"over", (getter)state_over, NULL, "Whether the game has ended.", NULL},
    {"ply", (getter)state_ply, NULL, "The number of decisions so far.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot state_slots[] = {
    {Py_tp_doc, "A state of a game. `make` and `start` make one; a subclass has `_checked` and `_refuse`."},
    {Py_tp_methods, state_methods},
    {Py_tp_getset, state_properties},
    {Py_tp_traverse, state_traverse},
    {Py_tp_clear, state_clear},
    {Py_tp_dealloc, state_dealloc},
    {0, NULL},
};

static PyType_Spec state_spec = {
    .name = "rooftop.engine._quick.State",
    .basicsize = sizeof(State),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = state_slots,
};

/* --- the module --- */

typedef struct {
    PyObject *rules_type, *state_type;
} Module;

/* Parse (kind, rules, game, bytes): a subclass of State, a Rules, anything, and so many bytes. */
static int parse(PyObject *module, PyObject *args, const char *format, int for_start, PyTypeObject **kind,
                 Rules **rules, PyObject **game, Py_buffer *bytes)
{
    Module *types = PyModule_GetState(module);
    if (!PyArg_ParseTuple(args, format, &PyType_Type, kind, (PyTypeObject *)types->rules_type, rules, game, bytes))
        return 0;
    Py_ssize_t wanted = for_start ? (*rules)->rng_size : (*rules)->size;
    if (!PyType_IsSubtype(*kind, (PyTypeObject *)types->state_type))
        PyErr_SetString(PyExc_TypeError, "the first argument must be a subclass of State");
    else if (bytes->len != wanted)
        PyErr_Format(PyExc_ValueError, "%zd bytes expected, not %zd", wanted, bytes->len);
    else
        return 1;
    PyBuffer_Release(bytes);
    return 0;
}

static PyObject *quick_make(PyObject *module, PyObject *args)
{
    PyTypeObject *kind;
    Rules *rules;
    PyObject *game;
    Py_buffer bytes;
    if (!parse(module, args, "O!O!Oy*:make", 0, &kind, &rules, &game, &bytes))
        return NULL;
    State *state = state_of(kind, rules, game, bytes.buf);
    PyBuffer_Release(&bytes);
    return OBJECT(state);
}

static PyObject *quick_start(PyObject *module, PyObject *args)
{
    PyTypeObject *kind;
    Rules *rules;
    PyObject *game;
    Py_buffer rng;
    if (!parse(module, args, "O!O!Oy*:start", 1, &kind, &rules, &game, &rng))
        return NULL;
    State *state = state_of(kind, rules, game, rules->blank.head.data);
    if (state)
        memcpy((char *)state->memory.buf + rules->rng_at, rng.buf, rng.len);
    PyBuffer_Release(&rng);
    if (!state)
        return NULL;
    if (!rules->start) {
        Py_DECREF(OBJECT(state));
        return is_lost();
    }
    if (rules->start(&state->line.head, 0, &rules->tables.head, &rules->blank.head, rules->players,
                     &rules->options.head) == FAILED) {
        Py_DECREF(OBJECT(state));
        return has_failed();
    }
    return OBJECT(state);
}

static PyMethodDef quick_functions[] = {
    {"make", quick_make, METH_VARARGS, "make(kind, rules, game, rows): a state with a copy of these bytes."},
    {"start", quick_start, METH_VARARGS, "start(kind, rules, game, rng): the start of a game with this generator."},
    {NULL, NULL, 0, NULL},
};

static int quick_exec(PyObject *module)
{
    Module *types = PyModule_GetState(module);
    types->rules_type = PyType_FromModuleAndSpec(module, &rules_spec, NULL);
    types->state_type = PyType_FromModuleAndSpec(module, &state_spec, NULL);
    if (!types->rules_type || !types->state_type)
        return -1;
    if (PyModule_AddType(module, (PyTypeObject *)types->rules_type) < 0 ||
        PyModule_AddType(module, (PyTypeObject *)types->state_type) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "DIGEST", DIGEST);
}

static int quick_traverse(PyObject *module, visitproc visit, void *arg)
{
    Module *types = PyModule_GetState(module);
    if (types) {
        Py_VISIT(types->rules_type);
        Py_VISIT(types->state_type);
    }
    return 0;
}

static int quick_clear(PyObject *module)
{
    Module *types = PyModule_GetState(module);
    if (types) {
        Py_CLEAR(types->rules_type);
        Py_CLEAR(types->state_type);
    }
    return 0;
}

static PyModuleDef_Slot quick_slots[] = {{Py_mod_exec, quick_exec}, {0, NULL}};

static struct PyModuleDef quick_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_quick",
    .m_doc = "States as a C type.",
    .m_size = sizeof(Module),
    .m_methods = quick_functions,
    .m_slots = quick_slots,
    .m_traverse = quick_traverse,
    .m_clear = quick_clear,
};

PyMODINIT_FUNC PyInit__quick(void)
{
    return PyModuleDef_Init(&quick_module);
}
