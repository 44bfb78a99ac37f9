import { mkdir } from 'node:fs/promises';
import { checkWork, loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { childEnvironment } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

/** The first row of a check that consists of this Python, with a student's shorten.py. `m` is the module. */
async function row(check: string, work: string) {
  using project = new TemporaryProject();
  const id = project.create({ language: 'python' });
  const body = check.trim().replaceAll('\n', '\n    ');
  const others = ['makes_a_long_text_fit', 'keeps_words_whole'].map((name) => `def ${name}(m): pass\n`).join('');
  const imports =
    'from check_expect import *\nfrom check_files import *\nfrom check_models import *\nfrom check_remote import held, hold, plain\n';
  const { verification } = JSON.parse(project.read(`exercises/${id}/config.json`));
  project.configure(id, {
    verification: { ...verification, files: [...verification.files, 'checks/check_files.py'].sort() },
  });
  project.write({
    [`exercises/${id}/checks/check_criteria.py`]: `${imports}def keeps_a_text_that_fits(m):\n    ${body}\n${others}`,
  });
  await build(project, {}, new Heard());
  const exercise = await loadExercise(project.at('exercises/dist', id));
  await seedWorkspace(exercise, { workspace: project.at('work') });
  project.write({ 'work/shorten.py': work });
  await mkdir(project.at('temporary'));
  const env = { ...childEnvironment(process.env), HOME: project.at('home'), TMPDIR: project.at('temporary') };
  const { criteria } = await checkWork(exercise, { workspace: project.at('work'), env });
  return criteria[0];
}

const passed = { status: 'passed' };

/** Work whose `answer` says this, in Python, wherever the check may listen. */
const forging = (said: string) => `import os, json
def answer():
    for end in range(3, 20):
        try: os.write(end, json.dumps(${said}).encode() + b"\\n")
        except OSError: pass`;

describe('what a check sees of the work, which is in another process', { concurrent: true }, () => {
  test.for<[string, string, string, object]>([
    [
      'values of every kind, as they are',
      `for value in [None, True, -1, 2 ** 90, 0.5, float("inf"), "ä\\ud800", b"\\0", (1, [2]), {3}, {(1, 2): {"$": 1}}, {"a": [{}]}]:
    expect_equal(m.same(value), value, "it", "")
    expect_equal(type(m.same(value)), type(value), "its type", "")`,
      'def same(value): return value',
      passed,
    ],
    [
      'that True is no 1, and a tuple no list',
      'expect_equal([type(one) for one in m.some()], [bool, tuple, float], "the types", "")',
      'def some(): return [True, (1,), 1.0]',
      passed,
    ],
    [
      'what the work has changed in its arguments',
      `given = [{"a": [1]}]
inner = given[0]["a"]
m.change(given)
expect_equal((given, inner), ([{"a": [1, 2]}, 3], [1, 2]), "they", "")`,
      'def change(given):\n    given[0]["a"].append(2)\n    given.append(3)\n    ',
      passed,
    ],
    [
      'what the work has changed before it failed',
      `given = []
try: m.change(given)
except KeyError as problem: expect_equal((given, str(problem), raised_at(problem)), ([1], "'x'", "shorten.py:3"), "it", "")`,
      'def change(given):\n    given.append(1)\n    raise KeyError("x")',
      passed,
    ],
    [
      'objects with attributes, items, a length and an end',
      `box = m.Box()
box.size = 4
expect_equal((box.size, box[2], len(box), 3 in box, list(box), callable(box), bool(box)), (4, 4, 5, True, [0, 1], False, True), "it", "")
expect_equal(hasattr(box, "lid"), False, "a lid", "")`,
      `class Box:
    def __len__(self): return 5
    def __getitem__(self, n): return n * 2
    def __contains__(self, n): return n == 3
    def __iter__(self): return iter(range(2))`,
      passed,
    ],
    [
      'exceptions of the work by their classes',
      `try: m.fail()
except m.Refused as problem: expect_equal((str(problem), problem.left, type(problem).__name__), ("7 left", 7, "Refused"), "it", "")`,
      `class Refused(LookupError):
    def __init__(self, left): self.left = left
    def __str__(self): return f"{self.left} left"
def fail(): raise Refused(7)`,
      passed,
    ],
    [
      'whether a result is the same object as before',
      `messages = held(m.Book()).pages()
messages.append("scribble")
expect_equal(plain(held(m.BOOK).pages()), [], "the pages", "")
shared = hold({"a": 1})
kept = held(m.keep)(shared)
shared["a"] = 2
expect_equal(plain(kept)["a"], 2, "what was kept", "")`,
      `class Book:
    def pages(self): return []
BOOK = Book()
def keep(thing): return thing`,
      passed,
    ],
    [
      "functions of the check's as functions, with all that belongs to them",
      `def add(a: int, b: float = 2.5, *more, c: str = "x", **rest) -> str:
    "Adds."
    return (a, b, more, c, rest)
told = []
expect_equal(m.look(add, told.append), [("a", int), ("b", float), ("c", str), ("return", str)], "its types", "")
expect_equal(told, ["add", "Adds.", (1, 2.5, (), "x", {}), (1, 2, (3,), "y", {"z": 4})], "what was told", "")`,
      `def look(add, tell):
    tell(add.__name__)
    tell(add.__doc__)
    tell(add(1))
    tell(add(1, 2, 3, c="y", z=4))
    return [(name, kind) for name, kind in add.__annotations__.items() if name in "abc" or name == "return"]`,
      passed,
    ],
    [
      'that a callback has failed, though the work caught everything',
      'm.ask(Recorder(Playback("x"), at_most=3))',
      'def ask(model):\n    for _ in range(99):\n        try: model.reply([])\n        except BaseException: pass',
      { status: 'failed', message: 'The model was called more than 3 times, and your loop still goes on.' },
    ],
    [
      "no more of the check's objects than they show",
      `class Model:
    shown = 1
    def reply(self): return 2
expect_equal(m.pry(Model()), (1, 2, "AttributeError", "AttributeError"), "it", "")`,
      `def pry(model):
    def at(name):
        try: return type(model._worker.ask(do="get", of=model._number, name=name)).__name__
        except Exception as problem: return type(problem).__name__
    return model.shown, model.reply(), at("__class__"), at("_private")`,
      passed,
    ],
    [
      'a value without end',
      'm.grow()',
      'def grow(): return "x" * 9_000_000',
      { status: 'failed', message: expect.stringContaining('too large to be looked at') },
    ],
    [
      'a list that contains itself',
      'm.grow()',
      'def grow():\n    it = []\n    it.append(it)\n    return it',
      { status: 'failed', message: expect.stringContaining('RecursionError') },
    ],
    [
      'what is no answer',
      'm.talk()',
      'import os\ndef talk():\n    for end in range(3, 20):\n        try: os.write(end, b"hello\\n")\n        except OSError: pass',
      { status: 'failed', message: expect.stringContaining('where the check listens') },
    ],
    [
      'an answer that the work makes up, as the value that it is',
      'expect_equal(m.answer(), 7, "the answer", "")',
      forging('{"answers": 2, "is": {"fields": {"passed": True}}}'),
      { status: 'failed', message: expect.stringContaining("the answer should be 7, but it is {'passed': True}") },
    ],
    [
      'what the work has changed in its arguments by name',
      `given, kept = [], {"a": 1}
m.change(thing=given, other=kept)
expect_equal((given, kept), ([1], {}), "they", "")`,
      'def change(thing, other):\n    thing.append(1)\n    other.clear()',
      passed,
    ],
    [
      'an answer to what was not asked',
      'm.answer()',
      forging('{"answers": 99, "is": 7}'),
      { status: 'failed', message: expect.stringContaining('where the check listens') },
    ],
    [
      'a failure that is none',
      'm.answer()',
      forging('{"answers": 2, "raised": 7}'),
      { status: 'failed', message: expect.stringContaining('where the check listens') },
    ],
    [
      'the end of the work while it is called back',
      'm.ask(lambda: m.leave())',
      'import os\ndef ask(call): call()\ndef leave(): os._exit(3)',
      { status: 'failed', message: expect.stringContaining('ended') },
    ],
    [
      'whether the work takes two of its objects for equal',
      `expect_equal([m.Box(1) == m.Box(1), m.Box(1) == m.Box(2), m.Box(1) == 1, m.Plain() == m.Plain(), m.KEPT == m.KEPT], [True, False, False, False, True], "it", "")`,
      `class Box:
    def __init__(self, size): self.size = size
    def __eq__(self, other): return self.size == other.size
class Plain: pass
KEPT = Plain()`,
      passed,
    ],
    [
      'what becomes of what a held object leads to',
      `pages = held(m.SHELF).book.pages
m.add()
expect_equal((plain(pages), m.BOOK.pages), ([1], [1]), "the pages", "")
m.BOOK.pages.append(2)
expect_equal(m.BOOK.pages, [1], "the pages that are not held", "")`,
      `class Book: pages = []
class Shelf: book = BOOK = Book()
SHELF, BOOK = Shelf(), Shelf.book
def add(): BOOK.pages.append(1)`,
      passed,
    ],
    [
      "each of the check's objects as itself, whatever was there before it",
      `class Mine:
    __slots__ = ("size",)
for size in range(200):
    held(m.BOX)
    mine = Mine()
    mine.size = size
    expect_equal(m.size(mine), size, "its size", "")`,
      'class Box: size = "the work has it"\nBOX = Box()\ndef size(one): return one.size',
      passed,
    ],
    [
      'its own things as they are in copies',
      `import copy
box, grow = copy.deepcopy([m.BOX, m.BOX.grow])
expect_equal((box is m.BOX, grow(), m.BOX.size), (True, 2, 2), "it", "")`,
      `class Box:
    size = 1
    def grow(self):
        self.size += 1
        return self.size
BOX = Box()`,
      passed,
    ],
    [
      'only one of two that the work has become',
      'expect_equal([m.split(), m.is_first()], [1, True], "it", "")',
      'import os\nFIRST = os.getpid()\ndef split():\n    if os.fork(): os.wait()\n    return 1\ndef is_first(): return os.getpid() == FIRST',
      passed,
    ],
  ])('%s', async ([, check, work, expected], { expect }) => {
    expect(await row(check, work)).toMatchObject(expected);
  });

  test.for<[string, string, object]>([
    ['nothing', 'pass', passed],
    ['a pipe, which nobody writes to', 'os.mkfifo(path)', { message: expect.stringContaining('a named pipe') }],
    ['a link to what never ends', 'os.symlink("/dev/zero", path)', { message: expect.stringContaining('a link') }],
    ['a folder', 'os.mkdir(path)', { message: expect.stringContaining('a folder') }],
    ['a huge file', 'open(path, "w").write("x" * 2_000_000)', { message: expect.stringContaining('2000000 bytes') }],
  ])('reads no file of the work without looking: %s', async ([, line, wanted], { expect }) => {
    const check = 'm.make("x")\nexpect(read_file("x") is None, "there is something", "")';
    expect(await row(check, `import os\ndef make(path): ${line}`)).toMatchObject(wanted);
  });

  test.for<[string, string]>([
    ['a pipe', 'os.mkfifo(path)'],
    ['a link', 'os.symlink("elsewhere", path)'],
  ])('writes a file where the work has put %s', async ([, line], { expect }) => {
    const check = 'm.make("x")\nwrite_file("x", "ä\\n")\nexpect_equal(read_file("x"), "ä\\n", "it", "")';
    expect(await row(check, `import os\ndef make(path): ${line}`)).toMatchObject(passed);
  });
});
