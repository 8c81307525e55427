import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { waitForBoard } from '#tests/browser/board-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  axe,
  closePage,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let board: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  board = (await expectOk(admin.post('/api/boards', { name: 'Workshop' }))).id
  await expectOk(admin.post('/api/accountcodes', { code: '1000', description: 'Sales' }))
})
afterAll(() => server.stop())

/** `checked`: what stands there in the end does so nowhere else, so that axe looks at it here. */
type Options = { width?: number; theme?: 'dark'; refusals?: RegExp; picture?: string; checked?: true }

async function onPage(path: string, act: (page: Page) => Promise<void>, options: Options = {}) {
  const { refusals, picture, checked, ...look } = options
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, ...look })
  try {
    await page.goto(path)
    await act(page)
    if (picture) await screenshot(page, picture)
    if (checked) expect(await axe(page)).toEqual([])
    expect(await overflowX(page)).toBeLessThanOrEqual(0)
    expect(pageErrors(page).filter((text) => !refusals?.test(text))).toEqual([])
  } finally {
    await closePage(page)
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

test('the prefix is typed in upper case and saved; another Update keeps what it says', () =>
  onPage('/admin/manage', async (page) => {
    const prefix = page.getByRole('textbox', { name: 'Prefix' })
    await prefix.fill('')
    await prefix.pressSequentially('wk-')
    await eventually(() => prefix.inputValue(), 'WK-')
    await page.getByRole('button', { name: 'Update' }).click()
    await waitForSnackbar(page, 'Settings updated')
    await page.getByText('The next one is WK-').waitFor()
    await page.getByRole('group', { name: 'When stock would go below zero' }).getByLabel('Refuse it').check()
    await page.getByRole('button', { name: 'Update' }).click()
    await eventually(async () => {
      const { prefix, negativestock } = await expectOk(server.people.admin.get('/api/configuration/settings'))
      return [prefix, negativestock]
    }, ['WK-', 'block'])
    await page.getByRole('tab', { name: 'Accounting' }).click()
    await eventually(() => page.getByRole('button', { name: 'Update' }).isVisible(), false)
    await page.getByLabel('Miscellaneous Income').selectOption({ label: '1000 - Sales' })
    await waitForSnackbar(page, 'Account code saved')
    const misc = await expectOk(server.people.admin.get('/api/accountcodes/misc?type=0'))
    expect(misc.code).toBe('1000')
  }))

test('no sync is offered with an accounting system that is not connected', () =>
  onPage('/admin/accountcodes', async (page) => {
    await page.getByRole('link', { name: 'Add account code' }).waitFor()
    await eventually(() => page.getByRole('button', { name: 'Sync' }).count(), 0)
  }))

test('a label is changed in its place, on a phone, and the menu says it', () =>
  onPage(
    '/customise/labels?search=clients',
    async (page) => {
      const label = page.getByRole('textbox', { name: 'Clients pages.clients' })
      await label.fill('Customers')
      await label.press('Tab')
      await waitForSnackbar(page, 'Clients is called Customers')
      await page.locator('#menu', { hasText: 'Customers' }).waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Call it Clients again' }).click()
      await waitForSnackbar(page, 'Clients is called that again')
      await eventually(() => label.inputValue(), '')
    },
    { width: 390, theme: 'dark' },
  ))

test('a rule is made by clicking; the board refuses, then asks', async () => {
  const { admin } = server.people
  const job = await expectOk(admin.post('/api/jobs', { boardid: board, description: 'Gate' }))
  await onPage(
    '/customise/assertions',
    async (page) => {
      await page.getByRole('link', { name: 'Add rule' }).first().click()
      await page.getByLabel('A job needs').selectOption({ label: 'a client' })
      await page.getByLabel('Before it goes to').selectOption({ label: 'Review' })
      await page.getByLabel('Refuse the move').check()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await waitForSnackbar(page, 'Into Review a job needs a client')
      await page.locator('tbody tr', { hasText: 'Refused' }).waitFor()
    },
    { picture: 'assertions' },
  )
  await onPage(
    '/jobs/workshop/progress',
    async (page) => {
      await waitForBoard(page)
      await page.locator(`[data-card="${job.id}"]`).focus()
      await page.keyboard.press(']')
      await waitForSnackbar(page, `${job.reference} was not moved. No client selected.`)
    },
    { refusals: /400/, checked: true },
  )
  const [rule] = await expectOk(admin.get('/api/assertions'))
  await expectOk(admin.patch(`/api/assertions/${rule.id}`, { blocks: false }))
  await onPage(
    '/jobs/workshop/progress',
    async (page) => {
      await waitForBoard(page)
      await page.locator(`[data-card="${job.id}"]`).focus()
      await page.keyboard.press(']')
      await page.getByText('No client selected.').waitFor()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Move to / })
        .click()
      await waitForSnackbar(page, `${job.reference} moved to Review`)
    },
    { refusals: /409/, checked: true },
  )
  await expectOk(admin.delete(`/api/assertions/${rule.id}`))
})

test('someone who chose first is told beside the radios, and the next save goes over it', async () => {
  const { admin } = server.people
  await onPage(
    '/customise/forms',
    async (page) => {
      const due = page.getByRole('group', { name: 'Due', exact: true })
      await expectOk(admin.patch('/api/configuration/forms', { finish: 'hidden' }))
      await due.getByText('Required').click()
      await save(page)
      await due.getByText('Now saved: hidden').waitFor()
      expect(await due.getAttribute('aria-describedby')).toContain('-error')
      await eventually(() => due.getByLabel('Required').isChecked(), true)
      await expectOk(admin.patch('/api/configuration/forms', { finish: 'shown' }))
      await save(page)
      await due.getByText('Now saved: shown').waitFor()
      await eventually(() => due.locator('.error').count(), 1)
      const version = page.locator('form input[name=version]').first()
      const before = await version.inputValue()
      await save(page)
      await waitForSnackbar(page, 'Form saved')
      // The marks go with the answer, the form follows.
      await eventually(async () => (await version.inputValue()) !== before, true)
      await due.getByText('Now saved').waitFor({ state: 'detached' })
      await due.getByText('Shown').click()
      await page.locator('.snackbar').evaluate((bar) => bar.setAttribute('data-earlier', ''))
      await save(page)
      await page.locator('.snackbar:not([data-earlier])').waitFor()
      await eventually(() => page.locator('.snackbar').count(), 1)
      await eventually(() => due.getByText('Now saved').count(), 0)
    },
    { refusals: /409/, checked: true },
  )
  await expectOk(admin.patch('/api/configuration/forms', { finish: 'shown' }))
})

test('what the form requires, quick add asks for; what it hides is gone from the Details', async () => {
  const { admin } = server.people
  await onPage('/customise/forms', async (page) => {
    const field = (name: string) => page.getByRole('group', { name, exact: true })
    await field('Due').getByText('Required').click()
    await field('Division').getByText('Hidden').click()
    await save(page)
    await waitForSnackbar(page, 'Form saved')
  })
  await onPage(
    '/jobs/workshop/progress',
    async (page) => {
      await waitForBoard(page)
      await page.getByRole('button', { name: 'Add a job to Draft' }).click()
      await page.getByPlaceholder('What is the job?').fill('New fence')
      await page.getByPlaceholder('What is the job?').press('Enter')
      await page.getByText('Due is required.').first().waitFor()
      await page.locator('.quickadd input[name=finish]').fill('2026-12-24')
      expect(await page.locator('.quickadd input[name=finish]').getAttribute('data-shown')).toBe(
        '24 Dec 2026',
      )
      await page.locator('.quickadd').getByRole('button', { name: 'Add', exact: true }).click()
      const card = page.locator('[data-card]', { hasText: 'New fence' })
      await card.waitFor()
      await card.click()
      await page.getByLabel('Due').waitFor()
      await eventually(() => page.getByLabel('Division', { exact: true }).count(), 0)
    },
    { refusals: /400/, picture: 'quickadd', checked: true },
  )
  const [made] = await expectOk(admin.get('/api/jobs?search=fence'))
  expect(made.finish).toBe('2026-12-24')
  await expectOk(admin.patch('/api/configuration/forms', { finish: 'shown', division: 'shown' }))
})

test('a document is drawn again as its words are typed, and saved', () =>
  onPage(
    '/customise/documents',
    async (page) => {
      const picture = () => page.locator('.paperpreview img').getAttribute('src')
      await page.locator('.paperpreview img').waitFor()
      const before = await picture()
      await page.getByLabel('Title').fill('Quotation')
      await page.waitForFunction(
        (src) => {
          const now = document.querySelector('.paperpreview img')?.getAttribute('src')
          return now && now !== src
        },
        before,
        { timeout: 30_000 },
      )
      await save(page)
      await waitForSnackbar(page, 'Estimate saved')
      await page.reload()
      await eventually(() => page.getByLabel('Title').inputValue(), 'Quotation')
      await page.locator('.paperpreview img').waitFor()
    },
    { picture: 'documents', checked: true },
  ))

test('people of a supplier are added, changed and taken away in the dialog, on a phone', async () => {
  const { id } = await expectOk(server.people.admin.post('/api/suppliers', { name: 'Steel & Co' }))
  await onPage(
    `/suppliers/${id}`,
    async (page) => {
      await page.getByRole('tab', { name: 'Contacts' }).click()
      await page.locator('[name=personname]').fill('Thandi')
      await page.locator('[name=personemail]').fill('thandi@steel.test')
      await page.getByRole('button', { name: 'Add contact' }).click()
      await waitForSnackbar(page, 'Thandi added')
      await page.locator('#contacts li', { hasText: 'Thandi' }).waitFor()
      await eventually(() => page.locator('[name=personname]').inputValue(), '')
      // A button that htmx has not taken up yet asks for nothing.
      await eventually(() => page.locator('.htmx-swapping, .htmx-settling, .htmx-added').count(), 0)
      await page.getByRole('button', { name: 'Edit Thandi' }).click()
      await page.waitForFunction(() => document.activeElement?.matches('.editing [name=personname]'))
      await page.locator('.editing [name=persontitle]').fill('Sales')
      await page.getByRole('button', { name: 'Keep' }).click()
      await waitForSnackbar(page, 'Thandi saved')
      await page.getByRole('button', { name: 'Remove Thandi' }).click()
      await waitForSnackbar(page, 'Thandi removed')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.locator('#contacts li', { hasText: 'Sales' }).waitFor()
      await eventually(() => page.locator('[name=persontitle]').inputValue(), '')
    },
    { width: 390, picture: 'contacts', checked: true },
  )
})

test('a refresh that was under way does not close the contact that is being changed', async () => {
  const { admin } = server.people
  const { id: supplier } = await expectOk(admin.post('/api/suppliers', { name: 'Copper & Co' }))
  await expectOk(admin.post('/api/suppliers/contact', { supplier, name: 'Lindiwe' }))
  await onPage(`/suppliers/${supplier}`, async (page) => {
    await page.getByRole('tab', { name: 'Contacts' }).click()
    const asked = Promise.withResolvers<void>()
    const edited = Promise.withResolvers<void>()
    await page.route(`**/suppliers/${supplier}/contacts`, async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await edited.promise
      await route.fulfill({ response })
    })
    await expectOk(admin.post('/api/suppliers/contact', { supplier, name: 'Themba' }))
    await asked.promise
    await page.getByRole('button', { name: 'Edit Lindiwe' }).click()
    await page.locator('.editing [name=persontitle]').fill('Sales')
    const answered = page.waitForResponse(`**/suppliers/${supplier}/contacts`)
    edited.resolve()
    await answered
    await page.getByRole('button', { name: 'Keep' }).click()
    await waitForSnackbar(page, 'Lindiwe saved')
    await page.locator('#contacts li', { hasText: 'Themba' }).waitFor()
  })
})

test('a contact that somebody else changed is saved over theirs the second time', async () => {
  const { admin } = server.people
  const { id: supplier } = await expectOk(admin.post('/api/suppliers', { name: 'Brass & Co' }))
  const { id } = await expectOk(admin.post('/api/suppliers/contact', { supplier, name: 'Sipho' }))
  await onPage(
    `/suppliers/${supplier}`,
    async (page) => {
      await page.getByRole('tab', { name: 'Contacts' }).click()
      await page.getByRole('button', { name: 'Edit Sipho' }).click()
      await page.locator('.editing [name=persontitle]').fill('Mine')
      await expectOk(admin.patch(`/api/suppliers/contact/${id}`, { title: 'Theirs' }))
      await page.getByRole('button', { name: 'Keep' }).click()
      await page.getByText('Now saved: Theirs').waitFor()
      await page.getByRole('button', { name: 'Keep' }).click()
      await page.locator('#contacts li', { hasText: 'Mine' }).waitFor()
    },
    { refusals: /status of 409/ },
  )
})

test('whose prices a client pays is chosen in their dialog', async () => {
  const { admin } = server.people
  await expectOk(admin.post('/api/pricing/groups', { name: 'Trade' }))
  const { id } = await expectOk(admin.post('/api/clients', { name: 'Acme' }))
  await onPage(
    `/clients/${id}`,
    async (page) => {
      await page.getByRole('tab', { name: 'Pricing' }).click()
      await page.getByLabel('Pricing group').selectOption({ label: 'Trade' })
      await waitForSnackbar(page, 'Prices of Trade from now on')
      await page.getByRole('link', { name: 'Prices of Trade' }).waitFor()
    },
    { picture: 'clientpricing', checked: true },
  )
  await onPage('/clientslegacy', (page) => page.getByRole('link', { name: 'Acme' }).waitFor(), { width: 390 })
})

test('first steps lead on and are put away', () =>
  onPage(
    '/',
    async (page) => {
      await page.getByRole('link', { name: 'Say who you are' }).waitFor()
      await screenshot(page, 'firststeps')
      await page.getByRole('button', { name: 'Put away' }).click()
      await waitForSnackbar(page, 'The first steps are put away')
      await page.locator('#nextsteps').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.locator('#nextsteps').waitFor()
    },
    { theme: 'dark' },
  ))
