import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  axe,
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  setView,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const quote = () =>
  completeJob(
    office,
    [
      {
        linerate: 100,
        description: 'Oak door with a frame and a long description',
        estimated: 2,
        consumed: 0,
      },
    ],
    { status: 1 },
  )
const makeLink = async (jobid: string, purpose = 'approve'): Promise<string> =>
  (await expectOk(admin().post(`/api/jobs/${jobid}/links`, { purpose }))).url.replace(/^https?:\/\/[^/]+/, '')
const links = (id: string) => expectOk(admin().get(`/api/jobs/${id}/links`))
/** A client, who has signed in nowhere. */
const openAsClient = async (path: string, width = 390) => {
  const page = await openPage({ base: server.url, width })
  await page.goto(path)
  return page
}

async function draw(page: Page) {
  const canvas = page.locator('[data-signature] canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox()) as { x: number; y: number }
  await page.mouse.move(box.x + 30, box.y + 100)
  await page.mouse.down()
  for (const [x, y] of [
    [60, 40],
    [90, 120],
    [130, 50],
    [180, 110],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
}

test('a client signs and approves on a phone, and the job shows it', async () => {
  const id = await quote()
  const { reference } = await expectOk(admin().get(`/api/jobs/${id}`))
  const path = await makeLink(id)
  const desk = await openPage({ base: server.url, cookies: admin().cookie })
  await desk.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await desk.locator('.estimatefacts', { hasText: 'not opened yet' }).waitFor()
  await desk.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${id}`)
  const mail = desk.getByRole('dialog', { name: `Send Estimate ${reference}` })
  await mail.getByText('Not opened yet').waitFor()
  await mail.getByLabel('Subject').fill('Typed meanwhile')
  const page = await openAsClient(path)
  await mail.getByText(/Opened .*\d\d:\d\d/).waitFor()
  expect(await overflowX(page)).toBe(0)
  await expect(page.locator('.navbar').count()).resolves.toBe(1)
  await eventually(() => page.locator('script').count(), 1)
  await page.getByLabel('Your name').fill('Jan Smit')
  await draw(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await eventually(() => page.locator('input[name=signature]').inputValue(), '')
  await draw(page)
  expect(await page.locator('input[name=signature]').inputValue()).toMatch(/^\d+ \d+\*\d+ \d+ 0 /)
  for (const button of await page.locator('.answers .button, .papers .button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await screenshot(page, 'approve-signed')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Thank you, Jan Smit' }).waitFor()
  await screenshot(page, 'approve-done')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
  const [link] = await links(id)
  expect(link).toMatchObject({ state: 'answered', set: { answer: 'approve', name: 'Jan Smit' } })
  expect([link.openedutc, link.set.signature]).toEqual([expect.any(String), expect.any(String)])
  await mail.locator('#joblink', { hasText: 'by Jan Smit' }).waitFor()
  await mail.getByRole('button', { name: 'Mark as sent' }).waitFor({ state: 'detached' })
  // What was approved is not asked for again by the way.
  await mail.getByLabel('With a link to approve it').and(desk.locator(':not(:checked)')).waitFor()
  await mail.getByText('It has been answered').waitFor()
  await eventually(() => mail.getByLabel('Subject').inputValue(), 'Typed meanwhile')
  await screenshot(desk, 'mail-after-approval')
  await desk.keyboard.press('Escape')
  const picture = desk.locator('.estimatefacts').getByRole('img', { name: 'Signature of Jan Smit' })
  await picture.waitFor()
  await desk.waitForFunction(
    () => (document.querySelector('.estimatefacts img') as HTMLImageElement).naturalWidth > 0,
  )
  await screenshot(desk, 'job-approved-by-client')
  await closePage(desk)
})

test('the panel that made a link tells what becomes of it, and shows no mail on its way meanwhile', async () => {
  const id = await quote()
  const { reference } = await expectOk(admin().get(`/api/jobs/${id}`))
  const desk = await openPage({ base: server.url, cookies: admin().cookie })
  await desk.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await desk.locator('dialog.job .estimatefacts, dialog.job .stages').first().waitFor()
  await desk.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${id}`)
  const mail = desk.getByRole('dialog', { name: `Send Estimate ${reference}` })
  let go = () => {}
  const held = new Promise<void>((release) => {
    go = release
  })
  await desk.route('**/mail/estimate/*/link*', async (route) => {
    await held
    await route.continue()
  })
  const make = mail.getByRole('button', { name: 'Make a link' })
  await make.click()
  await mail.locator('#joblink button.htmx-request').waitFor()
  await eventually(() => desk.locator('form.htmx-request').count(), 0)
  const send = mail.getByRole('button', { name: 'E-mail later' })
  await eventually(() => send.evaluate((one) => getComputedStyle(one).pointerEvents), 'none')
  go()
  const code = mail.locator('#joblink input[name=code]')
  await code.waitFor({ state: 'attached' })
  const path = await mail.locator('#joblink .made input').first().inputValue()
  await mail.getByText('Not opened yet').waitFor()
  const page = await openAsClient(new URL(path).pathname)
  await mail.getByText(/Opened .*\d\d:\d\d/).waitFor()
  await page.getByLabel('Your name').fill('Jan Smit')
  await draw(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Thank you, Jan Smit' }).waitFor()
  await mail.locator('#joblinkstate', { hasText: 'by Jan Smit' }).waitFor()
  await closePage(page)
  await closePage(desk)
})

test('without a script the typed name signs', async () => {
  const id = await quote()
  const path = await makeLink(id)
  const html = await (await fetch(server.url + path)).text()
  expect(html).toContain('data-signature="" hidden=""')
  const [, once = ''] = /name="once" value="([^"]+)"/.exec(html) ?? []
  const body = new URLSearchParams({ answer: 'approve', name: 'Jan Smit', comment: '', signature: '', once })
  expect((await fetch(server.url + path, { method: 'POST', body })).status).toBe(200)
  expect((await links(id))[0]).toMatchObject({
    // Whoever answered has opened it, though no script told of that.
    openedutc: expect.any(String),
    set: { name: 'Jan Smit', signature: null },
  })
})

test('what is missing is said beside what was typed', async () => {
  const page = await openAsClient(await makeLink(await quote()))
  await page.getByLabel('Your name').fill('Jan Smit')
  await draw(page)
  const signature = page.locator('input[name=signature]')
  const drawn = await signature.inputValue()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('Say in a few words why you refuse.').first().waitFor()
  await eventually(() => page.getByLabel('Your name').inputValue(), 'Jan Smit')
  await eventually(() => signature.inputValue(), drawn)
  await page.getByRole('button', { name: 'Clear' }).waitFor()
  await eventually(
    () => page.getByLabel('Comment').evaluate((field) => field === document.activeElement),
    true,
  )
  const marked = await page.getByLabel('Comment').boundingBox()
  expect(marked?.y).toBeGreaterThan(0)
  expect((marked?.y ?? 844) + (marked?.height ?? 0)).toBeLessThan(844)
  await screenshot(page, 'approve-refused')
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Comment').fill('Too dear')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('The estimate is refused.').waitFor()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the PDF' }).click(),
  ])
  expect(paper.suggestedFilename()).toEndWith('.pdf')
  expect(
    await Bun.file(await paper.path())
      .slice(0, 5)
      .text(),
  ).toBe('%PDF-')
  await closePage(page)
})

test('the pages for a client have no fault that axe finds, on a phone and a desk, light and dark', async () => {
  const done = await completeJob(office, [{ linerate: 100, description: 'Oak door' }])
  const changed = await quote()
  const outdated = await makeLink(changed)
  await expectOk(admin().patch(`/api/jobs/${changed}`, { description: 'Another kitchen' }))
  const answered = await makeLink(await quote())
  const paths = {
    approve: await makeLink(await quote()),
    accept: await makeLink(done, 'accept'),
    outdated,
    dead: `${answered.slice(0, -4)}AAAA`,
  }
  for (const [name, path] of Object.entries(paths)) {
    const page = await openAsClient(path)
    expect([name, ...(await faultsInBothViews(page))]).toEqual([name])
    await setView(page, { width: 390, theme: 'dark' })
    await screenshot(page, `client-${name}`)
    await closePage(page)
  }
})

test('the sender makes a link in the dialog, sees its ways out, and withdraws it', async () => {
  const id = await quote()
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto('/jobs')
  await page.evaluate((url) => window.joblane.dialog(url), `/mail/estimate/${id}`)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const box = page.getByRole('textbox', { name: 'Link for the client' })
  await box.waitFor()
  const url = await box.inputValue()
  const shared = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(shared ?? '').searchParams.get('text')).toContain(url)
  expect(await page.getByRole('link', { name: 'SMS' }).getAttribute('href')).toContain(
    encodeURIComponent(url),
  )
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'send-link')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('was withdrawn').waitFor()
  expect((await links(id))[0].state).toBe('withdrawn')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a link that was made is nothing that was typed; a message is', async () => {
  const id = await quote()
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto('/jobs')
  const open = () => page.evaluate((url) => window.joblane.dialog(url), `/mail/estimate/${id}`)
  await open()
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByRole('textbox', { name: 'Link for the client' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await dialog.getByLabel('Message').fill('See you on Monday')
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await dialog.getByRole('textbox', { name: 'Link for the client' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await eventually(() => dialog.getByLabel('Message').inputValue(), 'See you on Monday')
  await closePage(page)
})

test('a link that is being made is not lost to a press on Mark as sent or Send', async () => {
  const id = await quote()
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto('/')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/link(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/mail\/(?!.*\/link)/.test(request.url())) sent.push(request.url())
  })
  await page.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${id}`)
  const mail = page.getByRole('dialog', { name: /^Send Estimate/ })
  await mail.getByRole('button', { name: 'Make a link' }).click()
  await mail.locator('#joblink .htmx-request').waitFor()
  const marked = mail.getByRole('button', { name: 'Mark as sent' })
  await marked.press('Enter')
  for (const button of [marked, mail.getByRole('button', { name: 'E-mail later' })])
    expect(await button.evaluate((one) => getComputedStyle(one).pointerEvents)).toBe('none')
  release()
  await mail.getByText('It is shown this once').waitFor()
  expect(sent).toEqual([])
  await marked.click()
  await mail.waitFor({ state: 'detached' })
  expect(sent).toEqual([expect.stringContaining(`/mail/estimate/${id}/sent`)])
  expect((await links(id))[0].state).toBe('live')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
