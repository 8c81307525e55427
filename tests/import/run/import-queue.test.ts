import { expect, test } from 'bun:test'
import { ImportQueue } from '#server/import/run/import-queue.ts'

const waiting = () => new Promise<never>(() => {})
/** No turn ever comes, so that what was begun goes on. */
const turns = { open: () => ({ run: waiting, end() {} }), run: waiting }
const by = { userid: null, name: 'Ann' }

test('an import that runs is not taken back, and one that is being taken back is not stopped', () => {
  const queue = new ImportQueue({} as never, {} as never, turns as never)
  void queue.start('a', by, { id: '1', inspection: { total: 9 } } as never, 'import')
  expect(() => queue.undo('a', by, '1')).toThrow('This import is not over yet.')
  expect(queue.task('a', '1')).toMatchObject({ kind: 'import', phase: 'waiting' })
  void queue.undo('a', by, '2')
  expect(() => queue.cancel('a', '2')).toThrow('being taken back')
  expect(queue.undo('a', by, '2')).toBe(queue.undo('a', by, '2'))
})
