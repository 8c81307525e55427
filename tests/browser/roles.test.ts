import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { accounts } from '#db/schema/platform/index.ts'
import { addSeat } from '#server/access/accounts.ts'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'dark'; who?: Client }

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  { who = admin(), ...options }: Options = {},
) =>
  withPage(
    { base: server.url, cookies: who.cookie, path, refusals: /^Failed to load resource/, ...options },
    act,
  )

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const roleNamed = async (name: string): Promise<any> =>
  (await expectOk(admin().get('/api/auth/roles?archived=true'))).find(
    (one: { name: string }) => one.name === name,
  )

test('a role is added as a copy, its claims are set, and it is renamed and archived', async () => {
  const copied = (await roleNamed('Jobs')).claims.length
  await onPage('/backoffice/roles', async (page) => {
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Name' }).fill('Drivers')
    await page.getByLabel('Begins with the rights of').selectOption({ label: 'Jobs' })
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/backoffice\/claims\?roleid=/)
    await page.getByText(`Drivers has ${copied} of`).waitFor()
    const issue = page.getByRole('checkbox', { name: /Issue invoices/ })
    await issue.focus()
    await page.keyboard.press('Space')
    await page.getByText(`Drivers has ${copied + 1} of`).waitFor()
    await eventually(() => issue.isChecked(), true)
    expect((await roleNamed('Drivers')).claims).toContain('invoices.issue')
    expect(await axe(page)).toEqual([])
  })
  await onPage('/backoffice/roles', async (page) => {
    await page.getByRole('link', { name: 'Drivers', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Agent')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is a role named Agent already.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Deliveries')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForSnackbar(page, 'Deliveries saved')
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await waitForSnackbar(page, 'Deliveries archived')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitForSnackbar(page, 'Deliveries restored')
  })
})

test('a switch goes back when the server refuses, and when the line is down', async () => {
  const { platform } = server.services
  const expire = (utcexpires: string | null) =>
    platform.write(({ db }) =>
      db.update(accounts).set({ utcexpires }).where(eq(accounts.id, server.accountid)).run(),
    )
  const { id } = await expectOk(admin().post('/api/auth/roles', { name: 'Keeper' }))
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto(`/backoffice/claims?roleid=${id}`)
  const box = page.getByRole('checkbox', { name: /See clients/ })
  await expire('2020-01-01T00:00:00.000Z')
  await box.click()
  await waitForSnackbar(page, 'Your account or evaluation period has expired')
  await eventually(() => box.isChecked(), false)
  await expire(null)
  await page.route('**/backoffice/claims', (route) => route.abort())
  await box.click()
  await waitForSnackbar(page, 'The server could not be reached.')
  await eventually(() => box.isChecked(), false)
  await closePage(page)
  expect((await roleNamed('Keeper')).claims).toEqual([])
})

test('denying oneself the roles asks first', async () => {
  const { platform, tenants } = server.services
  const keeper = await roleNamed('Keeper')
  await expectOk(admin().post('/api/auth/roles/claims', { roleid: keeper.id, claim: 'roles.manage' }))
  await addSeat(platform, tenants, {
    accountid: server.accountid,
    userid: admin().userid,
    roleids: [server.roleids.systemadmin as string, keeper.id],
  })
  await onPage(`/backoffice/claims?roleid=${keeper.id}`, async (page) => {
    const box = page.getByRole('checkbox', { name: /Manage roles and their rights/ })
    await box.click()
    await page.getByText('You hold Keeper yourself. Deny yourself the roles?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => box.isChecked(), true)
    await box.click()
    await page.getByRole('button', { name: 'Deny yourself' }).click()
    await page.getByText('Keeper has 0 of').waitFor()
  })
})

test('a right that is taken away is gone from an open page, menu included', async () => {
  const { id } = await roleNamed('Agent')
  await onPage(
    '/clients',
    async (page) => {
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await menu.getByRole('link', { name: 'Invoices' }).waitFor()
      await expectOk(admin().call('DELETE', '/api/auth/roles/claims', { roleid: id, claim: 'invoices.read' }))
      await menu.getByRole('link', { name: 'Invoices' }).waitFor({ state: 'detached' })
      await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim: 'invoices.read' }))
      await menu.getByRole('link', { name: 'Invoices' }).waitFor()
    },
    { who: server.people.agent },
  )
})
