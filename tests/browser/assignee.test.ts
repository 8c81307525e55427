import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, screenshot } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

test('whoever gives out a job that is not approved is told when its work begins', async () => {
  await expectOk(on.people.admin.post('/api/workers', { name: 'Sipho' }))
  const open = async (status: number) => {
    const { reference } = await on.addJob({ description: 'Burst pipe', status })
    const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
    await page.locator('dialog.job').getByLabel('Assignee').waitFor()
    return page
  }
  const draft = await open(1)
  await draft.getByText('Work begins once the job is in the lane Approve').waitFor()
  await screenshot(draft, 'assignee-of-draft')
  await closePage(draft)
  const approved = await open(3)
  expect(await approved.getByText('Work begins once').count()).toBe(0)
  await closePage(approved)
})
