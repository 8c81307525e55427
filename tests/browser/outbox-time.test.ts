import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { readOutbox } from '#tests/support/stored-pages.ts'
import { serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

let board = ''
let worker = ''

const on = serveOverLine(async ({ people: { admin } }) => {
  board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})

/** The times of a new job on its board, with the form of another. */
async function openTime() {
  const { admin } = on.server.people
  const job = await expectOk(admin.post('/api/jobs', { boardid: board, description: 'Mend gate', status: 3 }))
  const page = await on.open(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Timesheet' }).click()
  const times = async () =>
    (await expectOk(admin.get(`/api/jobs/${job.id}/timesheet`))).map(({ time }: { time: number }) => time)
  return { page, job: job as { id: string; reference: string }, times }
}

async function addTime(page: Page, typed: string) {
  const form = page.locator('form.timeform')
  if ((await form.count()) === 0) await page.getByRole('button', { name: 'Add time' }).click()
  await form.locator('#time-minutes').fill(typed)
  await form.getByRole('button', { name: 'Add time' }).click()
}

const formGone = (page: Page) => eventually(() => page.locator('form.timeform').count(), 0)

const waiting = (page: Page) => page.evaluate(() => localStorage.getItem('outbox'))

/** What is wrong stands in the place of the hint, to whoever reads or hears it. */
async function describedByError(page: Page, field: string, said: string) {
  const ids = await page.locator(field).getAttribute('aria-describedby')
  expect(ids).toBe(`${field.slice(1)}-error`)
  expect(await page.locator(`#${ids}`).textContent()).toContain(said)
  expect(await page.locator('dialog .hint').filter({ visible: true, hasText: 'for minutes' }).count()).toBe(0)
}

test('what is no time is refused beside its field in the same words with a network and without, and never waits', async () => {
  const { page, job, times } = await openTime()
  for (const isOnline of [true, false]) {
    if (!isOnline) on.line.cut()
    for (const [typed, said] of [
      ['abc', 'It must be a time such as 8:00, 8 h 30 or 90 for minutes.'],
      ['7', 'Are these hours or minutes? Write 7 h or 7 min.'],
      ['0', 'Enter how long it took, from 1 minute to 24 hours.'],
    ] as const) {
      await addTime(page, typed)
      await page.locator('.timeform .error', { hasText: said }).waitFor()
      expect(await page.locator('#time-minutes').inputValue()).toBe(typed)
      await describedByError(page, '#time-minutes', said)
    }
    expect(await waiting(page)).toBeNull()
  }
  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await setView(page, { width, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `time-refused-offline-${width}-${theme}`)
  }
  await addTime(page, '45')
  await page.getByText(`Waits to be sent: 0 h 45 of time on ${job.reference}`).waitFor()
  expect(await times()).toEqual([])
  on.line.mend()
  await sayOnline(page)
  await eventually(times, [45])
  await closePage(page)
})

test('a time that is refused once there is a network holds up no later one of its job, and names its field', async () => {
  const { page, job, times } = await openTime()
  await addTime(page, '22:00')
  await eventually(times, [1320])
  await formGone(page)
  on.line.cut()
  await addTime(page, '3:00')
  await page.getByText(`Waits to be sent: 3 h 00 of time on ${job.reference}`).waitFor()
  await formGone(page)
  // As an earlier version of the page kept it, unchecked.
  await page.getByRole('button', { name: 'Add time' }).click()
  await page.locator('#time-minutes').fill('abc')
  await page.evaluate((jobid) => {
    const form = document.querySelector<HTMLFormElement>('form.timeform') ?? undefined
    const call = { method: 'POST' as const, body: { jobid, minutes: 'abc', billable: true } }
    const place = { label: 'Odd time', group: jobid, apart: true, form }
    return window.joblane.outbox.keep({ ...place, url: '/api/jobs/timesheet', key: undefined, call })
  }, job.id)
  await addTime(page, '0:30')
  await eventually(async () => (await readOutbox(page)).length, 3)
  on.line.mend()
  await sayOnline(page)
  await eventually(async () => (await times()).toSorted(), [1320, 30])
  await page.getByText('2 were refused and not saved.').first().waitFor()
  await formGone(page)
  expect(await page.evaluate((group) => window.joblane.outbox.holds(group), job.id)).toBe(false)
  await addTime(page, '0:15')
  await eventually(async () => (await times()).toSorted(), [1320, 15, 30])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const outbox = page.locator('#outboxdialog')
  await outbox.getByText('Not saved: Time: It must be a time such as').waitFor()
  await outbox.getByText('and a day has 24 hours').waitFor()
  await screenshot(page, 'outbox-time-refused')
  await closePage(page)
})

test('a time from My work is refused in the place of its hint, and names its job while it waits', async () => {
  const { admin } = on.server.people
  const values = { boardid: board, description: 'Hang the shutters', status: 3, assignee: worker }
  const job = await expectOk(admin.post('/api/jobs', values))
  const page = await on.open('/mywork')
  await page.getByRole('link', { name: `Add time to ${job.reference}` }).click()
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add time' })
  await page.locator('#job-minutes').fill('7')
  await add.click()
  await page.locator('#job-minutes-error').waitFor()
  await describedByError(page, '#job-minutes', 'Are these hours or minutes?')
  await page.locator('#job-minutes').fill('25')
  await page.locator('#job-minutes-hint').waitFor()
  expect(await page.locator('#job-minutes').getAttribute('aria-describedby')).toBe('job-minutes-hint')
  on.line.cut()
  await add.click()
  await page.locator('#outbox').getByText('One change waits').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await page
    .locator('#outboxdialog strong')
    .filter({ hasText: `Time on ${job.reference} Hang the shutters` })
    .waitFor()
  await closePage(page)
})
