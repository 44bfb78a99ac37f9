/** What models really print in place of a plain JSON object, each with the status that a person would read in it. */
export interface DamagedAnswer {
  readonly name: string;
  readonly text: string;
  readonly status: 'completed' | 'ask_mentor' | 'cannot_complete';
}

const DONE = '{"status":"completed","currentStep":"Step 3","summary":"all done","filesCreated":["a.txt"]}';
const ASK =
  '{"status":"ask_mentor","currentStep":"Step 2","problem":"sh: 1: psql: not found","questionForMentor":"Where is psql from?"}';
const CANNOT = '{"status":"cannot_complete","reason":"needs a paid account","summary":""}';

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

const done = (name: string, text: string): DamagedAnswer => ({ name, text, status: 'completed' });
const ask = (name: string, text: string): DamagedAnswer => ({ name, text, status: 'ask_mentor' });
const cannot = (name: string, text: string): DamagedAnswer => ({ name, text, status: 'cannot_complete' });

export const DAMAGED_ANSWERS: readonly DamagedAnswer[] = [
  done('nothing wrong', DONE),
  ask('nothing wrong, asks', ASK),
  cannot('nothing wrong, cannot', CANNOT),
  done('indented', pretty(DONE)),
  done('fenced', `\`\`\`json\n${pretty(DONE)}\n\`\`\``),
  done('fenced without a name', `\`\`\`\n${DONE}\n\`\`\``),
  done('fenced with tildes', `~~~json\n${DONE}\n~~~`),
  done('fence never closed', `Here it is:\n\`\`\`json\n${pretty(DONE)}`),
  done('fence on the same line', `\`\`\`json ${DONE} \`\`\``),
  done('prose before', `I have finished all the steps.\n\n${DONE}`),
  done('prose after', `${DONE}\n\nLet me know if you need anything else!`),
  done('prose around on one line', `Result: ${DONE} -- end of the report.`),
  done('prose with braces before', `I put {name} into the file and ran \`echo \${HOME}\`.\n${DONE}`),
  done('prose with braces after', `${DONE}\nThe template uses {placeholder}.`),
  done('code before', `I wrote this:\n\`\`\`js\nfunction f() { return { a: 1 }; }\n\`\`\`\n${DONE}`),
  done('other JSON before', `The file has {"port": 8080, "host": "x"}.\n${DONE}`),
  done('other JSON after', `${DONE}\n{"port": 8080}`),
  ask('several answers, the last counts', `${DONE}\nNo, wait:\n${ASK}`),
  done('several fenced answers', `\`\`\`json\n${ASK}\n\`\`\`\nAfter another try:\n\`\`\`json\n${DONE}\n\`\`\``),
  done('the example of the prompt, and then the answer', `As in {"status":"ask_mentor","problem":"x"}, so:\n${DONE}`),
  done('trailing comma in the object', '{"status":"completed","summary":"done",}'),
  done('trailing comma in a list', '{"status":"completed","filesCreated":["a","b",],"summary":"done"}'),
  done('comma missing between fields', '{"status":"completed"\n"summary":"done"}'),
  done('comma missing in a list', '{"status":"completed","filesCreated":["a" "b"]}'),
  done('single quotes', "{'status':'completed','summary':'it is done'}"),
  done('single quotes with an apostrophe', "{'status': 'completed', 'summary': 'it\\'s done'}"),
  done('names without quotes', '{status: "completed", summary: "done"}'),
  done('smart quotes', '{“status”: “completed”, “summary”: “done”}'),
  done('smart quotes inside a text', '{"status": "completed", "summary": "the “main” file"}'),
  done('line comments', '{\n  "status": "completed", // all green\n  "summary": "done"\n}'),
  done('block comments', '{ /* result */ "status": "completed", "summary": "done" }'),
  done('hash comments', '{\n  # result\n  "status": "completed",\n  "summary": "done"\n}'),
  done('ellipsis in a list', '{"status":"completed","commandsRun":["npm i", ...],"summary":"x"}'),
  ask('newline in a text', '{"status":"ask_mentor","problem":"line one\nline two","questionForMentor":"why?"}'),
  ask('tab in a text', '{"status":"ask_mentor","problem":"a\tb","questionForMentor":"why?"}'),
  ask('quotes in a text', '{"status":"ask_mentor","problem":"it says "not found" here","questionForMentor":"why?"}'),
  ask('backslashes in a text', '{"status":"ask_mentor","problem":"C:\\path\\x","questionForMentor":"why?"}'),
  ask('cut off in a text', '{"status":"ask_mentor","currentStep":"Step 2","problem":"the command fails wi'),
  ask('cut off after a colon', '{"status":"ask_mentor","problem":"x","questionForMentor":'),
  ask('cut off in a list', '{"status":"ask_mentor","attemptedActions":["one","tw'),
  ask('cut off after a comma', '{"status":"ask_mentor","problem":"x",'),
  ask('closing brace missing', '{"status":"ask_mentor","problem":"x"'),
  ask(
    'cut off in a fence',
    '```json\n{\n  "status": "ask_mentor",\n  "problem": "x",\n  "attemptedActions": [\n    "a"',
  ),
  done('one brace too many', `${DONE}}`),
  done('opening brace missing', '"status": "completed", "summary": "done"}'),
  done('as the text of a string', JSON.stringify(DONE)),
  done('escaped, without its quotes', '{\\"status\\":\\"completed\\",\\"summary\\":\\"done\\"}'),
  done('in a list', `[${DONE}]`),
  done('under another name', `{"result":${DONE}}`),
  done('under another name, as text', JSON.stringify({ output: DONE })),
  done('names with underscores', '{"status":"completed","current_step":"3","files_created":["a"]}'),
  done('names in another case', '{"Status":"Completed","Summary":"done"}'),
  ask('status with a dash', '{"status":"ask-mentor","problem":"x"}'),
  ask('status in capitals', '{"status":"ASK_MENTOR","problem":"x"}'),
  cannot('status with a space', '{"status":"cannot complete","reason":"x"}'),
  done('a text for a list', '{"status":"completed","filesCreated":"a.txt","summary":"x"}'),
  done('a list for a text', '{"status":"completed","summary":["one","two"]}'),
  done('objects for texts', '{"status":"completed","commandsRun":[{"command":"ls","exitCode":0}]}'),
  done('null for everything', '{"status":"completed","summary":null,"filesCreated":null,"problem":null}'),
  done('a number for a step', '{"status":"completed","currentStep":3,"summary":"x"}'),
  done('fields nobody knows', '{"status":"completed","summary":"x","confidence":0.9,"mood":"good"}'),
  ask('a trigger nobody knows', '{"status":"ask_mentor","problem":"x","trigger":"tired"}'),
  done('Python words', "{'status': 'completed', 'summary': None, 'ok': True}"),
  done('undefined', '{"status":"completed","summary":undefined}'),
  done('joined texts', '{"status":"completed","summary":"one " + "two"}'),
  done('a byte order mark', `\ufeff${DONE}`),
  done('NUL bytes', `\0${DONE}\0`),
  done('Windows line ends', pretty(DONE).replaceAll('\n', '\r\n')),
  done('no-break spaces', pretty(DONE).replaceAll('  ', '\u00a0\u00a0')),
  done('quoted as Markdown', pretty(DONE).replace(/^/gm, '> ')),
  done('bold in Markdown', `**Result:** **${DONE}**`),
  done('in tags', `<result>\n${DONE}\n</result>`),
  done('in an inline code', `The result is \`${DONE}\`.`),
  done('long prose before', `${'I ran a command and looked at what it printed. '.repeat(2000)}\n${DONE}`),
  done('a function of JSONP', `report(${DONE});`),
  done('braces in texts', '{"status":"completed","summary":"made {a} and }b{","filesCreated":[]}'),
  done('a fence in a text', '{"status":"completed","summary":"ran ```ls``` and it is there"}'),
];

/** Texts of which nothing is to be made. */
export const NO_ANSWERS: Readonly<Record<string, string>> = {
  'an empty text': '',
  prose: 'I have completed the tutorial and everything works.',
  'prose with the words': 'My status is completed, so there is nothing to ask_mentor about.',
  'other JSON': '{"port": 8080, "host": "localhost"}',
  'a status of something else': '{"status":"running","summary":"the server"}',
  'a status alone': '{"status":"completed"}',
  'the form instead of an answer': '{"status": "completed | ask_mentor | cannot_complete", "summary": "string"}',
  'a status that is no text': '{"status": 1, "summary": "x"}',
  'an empty object': '{}',
  'a list': '["completed"]',
  'code with braces': 'function f() { return { status: completed() }; }',
  'an error of an API': '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
};
