import { afterEach, expect, test } from 'bun:test'
import type { SnackbarOptions } from '#islands/client/api.ts'
import { LinesStore } from '#islands/job/lines/lines-store.ts'
import { eventually } from '#tests/support/eventually.ts'

const { fetch, window } = globalThis
afterEach(() => Object.assign(globalThis, { fetch, window }))

test('what was warned of is said with what was done, and goes with its undo', async () => {
  const line = { id: 'a', version: 1, estimated: 2, consumed: 0 }
  const answers = [
    { data: [line] },
    { data: [{ ...line, version: 2, consumed: 2 }], message: 'Steel is below zero.' },
    { data: [{ ...line, version: 3 }] },
  ]
  const shown: SnackbarOptions[] = []
  const snackbar = (snack: SnackbarOptions) => {
    shown.push(snack)
    return () => void shown.splice(shown.indexOf(snack), 1)
  }
  Object.assign(globalThis, {
    fetch: async () => Response.json(answers.shift(), { headers: { 'x-joblane-version': '1' } }),
    window: { joblane: { snackbar } },
  })
  const store = new LinesStore('job', {
    beforeSave: async () => true,
    settleTime: async (lines) => ({ lines }),
    onSaved: () => {},
  })
  await store.consumeAllEstimated()
  expect(shown).toMatchObject([{ level: 'warning', message: 'Used as estimated. Steel is below zero.' }])
  const undo = shown.find((snack) => snack.undo)?.undo as { act: () => void }
  undo.act()
  await eventually(() => store.held.get().lines?.[0]?.consumed, 0)
  expect(shown).toHaveLength(1)
})
