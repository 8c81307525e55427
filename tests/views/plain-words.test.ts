import { expect, test } from 'bun:test'

const sources = await Promise.all(
  ['views', 'islands', 'server'].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync('.')].map((path) => Bun.file(path).text()),
  ),
)
const found = (pattern: RegExp) => sources.flatMap((text) => text.match(pattern) ?? [])

test('titles of dialogs and their first button are sentences, not headlines', () => {
  const verbs = 'Add|Edit|New|Change|Count|Say|Save|Delete|Remove|Copy|Send'
  expect([
    ...new Set(found(new RegExp(`(?<=["'>\`])(${verbs}) ([A-Z][a-z]+)( [A-Za-z]+)*(?=["'<\`])`, 'g'))),
  ]).toEqual(['New Value'])
})

test('the name of an item stands before its code', () => {
  expect(found(/\[\$?\{[\w.?]*code\}\](<\/\w+>)?\{?' ?'?\}? ?\$?\{[\w.?]*name\}/g)).toEqual([])
})

test('nothing is added “successfully” but what the specification words so', () => {
  expect(found(/added successfully/g)).toHaveLength(1)
})
