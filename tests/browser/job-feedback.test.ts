import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import {
  closePage,
  faultsInBothViews,
  pageErrors,
  screenshot,
  setView,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ATTACKS } from '#tests/work/rich-text-attacks.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
const open: Page[] = []
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())
afterEach(async () => {
  for (const page of open.splice(0)) {
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

const today = () =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Johannesburg',
    day: '2-digit',
    month: 'long',
    year: 'numeric',
  }).format(new Date())

async function openTab(feedback = '') {
  const job = await on.addJob({ description: 'Serve the compressor', feedback })
  const page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  open.push(page)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Feedback' }).click()
  const editor = dialog.getByRole('textbox', { name: 'Feedback' })
  return { job, page, dialog, editor }
}

const feedbackOf = async (id: string) =>
  (await on.people.admin.get(`/api/jobs/${id}/feedback`)).body.data.feedback
const respond = (jobid: string, html: string) => on.people.admin.post('/api/jobs/response', { jobid, html })

describe('the feedback of a job', () => {
  test('is written with its toolbar by keyboard, saved in place, and undone after that', async () => {
    const { job, page, dialog, editor } = await openTab()
    await screenshot(page, 'job-feedback-empty')
    await dialog.getByRole('button', { name: 'Write feedback' }).click()
    await editor.pressSequentially('Belt worn. ')
    await page.keyboard.press('Shift+Tab')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Bold')
    for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await editor.getByText(`Belt worn. ${today()}`).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'List', exact: true }).click()
    await editor.pressSequentially('New belt')
    await page.keyboard.press('Control+b')
    await editor.pressSequentially(' fitted')
    await screenshot(page, 'job-feedback')
    await page.evaluate(() => {
      const element = document.querySelector('.richtext[contenteditable]') as HTMLElement
      element.dataset.same = 'yes'
    })
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'Feedback saved')
    expect(await feedbackOf(job.id)).toBe(
      `<p>Belt worn. ${today()}</p><ul><li><p>New belt<strong> fitted</strong></p></li></ul>`,
    )
    await eventually(() => dialog.getByRole('button', { name: 'Save feedback' }).isDisabled(), true)
    await eventually(() => editor.getAttribute('data-same'), 'yes')
    await editor.focus()
    await page.keyboard.press('Control+z')
    await eventually(() => editor.locator('strong').count(), 0)
    await page.keyboard.press('Control+Shift+z')
    await eventually(() => editor.locator('strong').count(), 1)
    expect(await faultsInBothViews(page, { part: ['dialog.job'] })).toEqual([])
    await setView(page, { width: 390, theme: 'dark' })
    await screenshot(page, 'job-feedback-phone')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('takes in what another wrote while nothing is typed, and asks before one takes the place of the other', async () => {
    const { job, page, dialog, editor } = await openTab('First')
    await dialog.getByText('First').waitFor()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await editor.waitFor()
    await respond(job.id, '<p>Second</p>')
    await editor.getByText('Second').waitFor()
    await editor.pressSequentially(', mine')
    await respond(job.id, '<p>Third</p>')
    await dialog.getByRole('button', { name: 'Save feedback' }).click()
    await dialog.getByText('Someone else changed the feedback meanwhile.').waitFor()
    await screenshot(page, 'job-feedback-conflict')
    expect(pageErrors(page).splice(0)).toEqual([expect.stringContaining('status of 409')])
    await dialog.getByText('What they wrote').click()
    await dialog.getByText('Third').waitFor()
    await dialog.getByRole('button', { name: 'Save feedback' }).click()
    await waitForSnackbar(page, 'Feedback saved')
    expect(await feedbackOf(job.id)).toBe('<p>Second, mine</p>')
  })

  test('that was begun is asked for before the dialog closes', async () => {
    const { page, dialog, editor } = await openTab()
    await dialog.getByRole('button', { name: 'Write feedback' }).click()
    await editor.pressSequentially('Half a sen')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await editor.getByText('Half a sen').waitFor()
  })

  test('of an attacker runs nothing, where it is read and where it is edited', async () => {
    const { page, dialog, editor } = await openTab(ATTACKS.join('\n'))
    const found = () =>
      page.evaluate(() => ({
        ran: 'ran' in window,
        live: document.querySelectorAll(
          '.richtext :is(script, img, svg, iframe, form, style, [onclick], [onerror], [style], a:not([href^=http], [href^=mail]))',
        ).length,
      }))
    await dialog.locator('.richtext').waitFor()
    expect(await found()).toEqual({ ran: false, live: 0 })
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await editor.waitFor()
    expect(await found()).toEqual({ ran: false, live: 0 })
  })
})
