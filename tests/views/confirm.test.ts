import { expect, test } from 'bun:test'
import { sources } from '../support/sources.ts'

const questions = sources(['views', 'islands']).flatMap(({ path, text }) =>
  [
    ...text.matchAll(
      /(?:confirmFirst|\.confirm|confirm=\{)[^{}]*\{\s*question:[\s\S]*?\byes: ('[^']*'|[\w.]+)/g,
    ),
  ].map(([, yes = '']) => ({ path, ...wordsOf(yes, text) })),
)

/** What a name stands for: a number may follow its verb. */
function wordsOf(yes: string, text: string) {
  const [, counted, plain] = new RegExp(`const ${yes} = (?:\`([^$\`]*)\\$|'([^']*)'$)`, 'm').exec(text) ?? []
  const named = counted ?? plain
  return { yes: (named ?? yes.slice(1, -1)).trim(), literal: named !== undefined || yes.startsWith("'") }
}

test('every question is answered by a button of three words at most, which begins with a verb', () => {
  expect(questions.length).toBeGreaterThan(14)
  const wrong = questions.filter(({ yes, literal }) => !literal || !/^[A-Z][a-z]+( [a-z]+){0,2}$/.test(yes))
  expect(wrong).toEqual([])
  const vague = questions.filter(({ yes }) => /^(Confirm|Yes|Ok|Are|You)\b/i.test(yes))
  expect(vague).toEqual([])
})

const asked = sources(['views', 'islands']).flatMap(({ path, text }) =>
  [...text.matchAll(/question:\s*([`'"])(.*?)\1,?([\s\S]*?)(?:\}\)|\}\}|\n *\},?\n)/g)].map(
    ([, , question = '', rest = '']) => ({ path, question, rest }),
  ),
)

test('who is asked whether to take something away sees it on the button', () => {
  expect(asked.length).toBeGreaterThan(25)
  const takes = /^(Archive|Ask no longer|Cancel|Clear|Delete|End|Forget|Refuse|Remove|Revoke|Take|Withdraw)\b/
  const plain = asked.filter(({ question, rest }) => takes.test(question) && !/\bdanger\b/.test(rest))
  expect(plain.map(({ path, question }) => `${path}: ${question}`)).toEqual([])
})

test('no question is answered by Cancel or by “Cancel the …”', () => {
  const either = asked.filter(({ rest }) => /yes: 'Cancel/.test(rest) && !/\bno: /.test(rest))
  expect(either).toEqual([])
})
