import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

async function typing(label: string, typed: string) {
  const { admin } = on.people
  const { id, reference } = await on.addJob({ description: 'Two at once' })
  const line = await expectOk(
    admin.post('/api/materials', { jobid: id, role: 2, description: 'Runner', estimated: 1, linerate: 966 }),
  )
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work' }).click()
  const cell = dialog.locator('tr.line').getByRole('textbox', { name: label, exact: true })
  await cell.fill(typed)
  const stored = async () => (await expectOk(admin.get(`/api/materials/getMaterials/${id}`)))[0]
  const saveElsewhere = (values: object) => expectOk(admin.patch(`/api/materials/${line.id}`, values))
  return { page, dialog, cell, stored, saveElsewhere }
}

for (const [label, field] of [
  ['Estimated', 'estimated'],
  ['Done', 'consumed'],
] as const)
  test(`what somebody else saved as ${label} while it was typed is told, and stays until the person decides`, async () => {
    const { page, dialog, cell, stored, saveElsewhere } = await typing(label, '3')
    await saveElsewhere({ [field]: 4 })
    await dialog.getByText('Someone else saved 4. Press Enter to save yours.').waitFor()
    // Leaving the field, and every button that goes on, decides nothing.
    await cell.press('Tab')
    await dialog.getByRole('button', { name: 'Exports', exact: true }).click()
    await page.getByText(`Not saved yet: ${label} of Runner. Someone else saved 4`).waitFor()
    expect((await stored())[field]).toBe(4)
    if (field === 'estimated')
      for (const width of [1440, 390] as const) {
        await setView(page, { width, theme: 'light' })
        await screenshot(page, `line-elsewhere-${width}`)
      }
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await eventually(async () => (await stored())[field], 3)
    await eventually(() => cell.getAttribute('aria-invalid'), null)
    expect(await cell.inputValue()).toBe('3')
    await closePage(page)
  })

test('theirs is taken by a press, and a change of another field asks nothing', async () => {
  const { page, dialog, cell, stored, saveElsewhere } = await typing('Estimated', '3')
  await saveElsewhere({ estimated: 4 })
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await eventually(() => cell.inputValue(), '4')
  await cell.fill('6')
  await saveElsewhere({ linerate: 500 })
  await eventually(() => dialog.getByText('2 000,00').first().isVisible(), true)
  await cell.press('Tab')
  await eventually(async () => (await stored()).estimated, 6)
  expect(await stored()).toMatchObject({ linerate: 500 })
  await eventually(() => dialog.getByText('3 000,00').first().isVisible(), true)
  await closePage(page)
})
