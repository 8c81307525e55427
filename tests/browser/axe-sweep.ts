import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { completeJob, createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  type AxeScope,
  axe,
  BOTH_VIEWS,
  closePage,
  openPage,
  overflowX,
  pageErrors,
  RULES_BY_VIEW,
  screenshot,
  setView,
  type View,
} from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { png, upload } from '#tests/work/documents-support.ts'

/** Width and colours do not depend on one another: all four are looked at where a page has most of what others have. */
export const allViews: readonly View[] = [
  ...BOTH_VIEWS,
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
]
export type SweptPage = {
  path: string
  /** The page over which it opens as a dialog. */
  over?: string
  who?: 'admin' | 'newcomer' | 'operator' | 'stranger'
  views?: readonly View[]
  /** What has to stand there first, by its selector or its words. */
  shows?: string
  /** What one of its tabs has to hold in the end. */
  holds?: string
  /** Its script lays it out by the width that it finds as it begins. */
  measures?: boolean
}

/** Each is looked at with each tab that it has opened, and all of them shown at once. */
export function sweep(pages: readonly SweptPage[]) {
  setDefaultTimeout(120_000)
  let server: TestServer
  let ids: Record<string, string>
  beforeAll(async () => {
    server = await startTestServer()
    ids = await fill(server)
  })
  afterAll(() => server.stop())

  return pages.map((page) => [page.path, () => visit(server, ids, page)] as const)
}

/** Something of everything, so that no list is empty. */
async function fill(server: TestServer): Promise<Record<string, string>> {
  const { admin, agent } = server.people
  const office = await createInvoiceFixtures(server)
  const add = async (path: string, body: object) =>
    (await expectOk(admin.post(`/api/${path}`, body))).id as string
  const shelf = await add('storage', { name: 'Shelf 1', barcode: 'SH-1' })
  const item = await add('inventory', {
    ...{ code: 'AXE', materialname: 'Axe', baseunit: 'kg', inventoryclass: 2, defaultstorageid: shelf },
    units: [{ name: 'gram', ratiotobase: 1000 }],
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 40, storageid: shelf }))
  const clasp = { code: 'CLASP', materialname: 'Clasp', baseunit: 'ea', inventoryclass: 3 }
  await add('inventory', { ...clasp, minimumfinishedgoodsvolume: 4 })
  const job = await completeJob(office, [{ linerate: 100, inventoryid: item }], { status: 3 })
  await completeJob(office, [{ linerate: 50 }], { status: 2 })
  await add('materials', {
    jobid: job,
    role: 1,
    estimated: 2.5,
    unit: 'kg',
    storageid: shelf,
    description: 'Hinges, stainless, left and right',
  })
  await add('workers', { name: 'Ann', userid: admin.userid })
  await expectOk(admin.post('/api/steps/job', { jobid: job, name: 'Cut the plates' }))
  const crate = await add('equipment', { name: 'Crate', barcode: 'CR-1', code: 'CRATE' })
  await add('equipment', { name: 'Old pump', barcode: 'PUMP', code: 'PUMP' })
  await expectOk(admin.post(`/api/jobs/${job}/equipment`, { barcode: 'CR-1' }))
  const instruction = 'It waits.\nUntil somebody says where.'
  await add('steps', { category: office.category, name: 'A step in no lane', instruction })
  await add('accountcodes', { code: '1000', description: 'Sales' })
  await add('assertions', { kind: 'client', lane: 2 })
  for (const path of ['divisions', 'pricing/groups']) await add(path, { name: 'North' })
  const referenceid = office.locations[0]
  const filename = 'The long name of a drawing that goes on and on'
  await upload(agent, png(200, 300), 'a.png', { filename, group: 'Drawings', referenceid })
  await upload(agent, '%PDF-1.4', 'terms.pdf', { filename: 'Terms', referenceid })
  const ahead = { client: office.clients[0], amount: 20, reference: 'Paid ahead' }
  await expectOk(admin.post('/api/payments', ahead))
  const supplier = await add('suppliers', { name: 'Steel & Co' })
  const ordered = {
    supplier,
    lines: [
      { inventoryid: item, quantity: 4 },
      { description: 'Carriage', quantity: 1 },
    ],
  }
  const order = await add('purchaseorders', ordered)
  const sent = await expectOk(admin.patch(`/api/purchaseorders/${order}`, { status: 'sent' }))
  const came = { lines: [{ lineid: sent.lines[0].id, quantity: 2 }] }
  await expectOk(admin.post(`/api/purchaseorders/${order}/receipts`, came))
  const lines = [{ description: 'Cutting', rate: 100 }]
  const owed = await add('supplierinvoices', { supplier, number: 'S 1', lines })
  await expectOk(admin.patch(`/api/supplierinvoices/${owed}`, { status: 'approved' }))
  const supplierinvoice = await add('supplierinvoices', { supplier, number: 'S 2', lines })
  return {
    order,
    supplierinvoice,
    draftorder: await add('purchaseorders', ordered),
    ...{ item, shelf, crate, client: office.clients[0], category: office.category, location: referenceid },
    supplier,
    job: (await expectOk(admin.get(`/api/jobs/${job}`))).reference.toLowerCase(),
    jobid: job,
    invoice: (await issueInvoice(office, 10)).id,
    user: server.people.agent.userid,
    role: server.roleids.StakeHolder as string,
    account: server.otherid,
  }
}

function cookieOf(server: TestServer, who: SweptPage['who'] = 'admin'): string {
  const { people, other, operator } = server
  return { admin: people.admin.cookie, newcomer: other.cookie, operator: operator.cookie, stranger: '' }[who]
}

async function visit(
  server: TestServer,
  ids: Record<string, string>,
  { path, over, who, views = BOTH_VIEWS, shows = over && 'dialog[open]', holds, measures }: SweptPage,
) {
  const [first, ...others] = views as readonly [View, ...View[]]
  const page = await openPage({ base: server.url, cookies: cookieOf(server, who), ...first })
  const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string)
  await page.goto(over ?? address)
  if (over) await page.evaluate((url) => void window.joblane.dialog(url), address)
  if (shows) await page.locator(shows).first().waitFor()
  await expectUsefulFocus(page)
  await openTabs(page)
  const frame = views === allViews
  await expectNoFaults(page, { frame })
  for (const view of others) {
    await setView(page, view)
    if (measures) await page.reload()
    if (shows) await page.locator(shows).first().waitFor()
    if (measures) await openTabs(page)
    await expectSnackbarBesideButtons(page)
    await expectNoFaults(page, frame ? { frame } : { rules: RULES_BY_VIEW })
  }
  if (holds) await page.locator(holds).first().waitFor({ state: 'attached' })
  const found = pageErrors(page)
  await closePage(page)
  return found
}

/** Opens each tab, so that it loads what it holds, then shows all of them: axe takes as long for one as for all. */
async function openTabs(page: Page) {
  await waitForPanels(page)
  const seen = new Set<string>()
  for (let tab = await nextTab(page, seen); tab; tab = await nextTab(page, seen)) {
    await tab.click()
    await waitForPanels(page)
    expect(await overflowX(page), (await tab.textContent()) ?? '').toBeLessThanOrEqual(0)
  }
  await page.evaluate(() => {
    for (const panel of document.querySelectorAll<HTMLElement>('[role=tabpanel]')) panel.hidden = false
  })
}

/** The first tab that was not yet looked at: tabs may hold others, and counts of what they hold. */
async function nextTab(page: Page, seen: Set<string>): Promise<Locator | undefined> {
  for (const tab of await page.getByRole('tab').filter({ visible: true }).all()) {
    const name = ((await tab.textContent()) ?? '').replace(/[\s\d]+$/, '')
    const known = seen.has(name) || (await tab.getAttribute('aria-selected')) === 'true'
    seen.add(name)
    if (!known) return tab
  }
}

/** A dialog begins with what it is for, and not with the button that closes it. */
async function expectUsefulFocus(page: Page) {
  const focused = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (!dialog) return 'no dialog'
    const { activeElement: one } = document
    return one && dialog.contains(one) && !one.matches('[data-close], [aria-label=Close]')
      ? 'useful'
      : one?.outerHTML
  })
  expect(focused).toBeOneOf(['no dialog', 'useful'])
}

/** On a phone a message must not cover what is pressed next, in however many rows the buttons stand. */
async function expectSnackbarBesideButtons(page: Page) {
  const place = await page.evaluate(async () => {
    const foot = [...document.querySelectorAll('dialog:modal')].at(-1)?.querySelector('.foot')
    if (!foot || innerWidth >= 600) return 'beside'
    document.dispatchEvent(new CustomEvent('snackbar', { detail: { level: 'success', message: 'Saved' } }))
    const bar = document.querySelector('.snackbar')
    // A dialog makes room once the height of the message is known.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const [message, buttons] = [bar?.getBoundingClientRect(), foot.getBoundingClientRect()]
    bar?.remove()
    if (!message) return 'there is none'
    // A small dialog stands in the middle: its messages lie below it.
    const beside = message.bottom <= buttons.top || message.top >= buttons.bottom
    return beside
      ? 'beside'
      : `from ${message.top} to ${message.bottom}, over ${buttons.top} to ${buttons.bottom}`
  })
  expect(place).toBe('beside')
}

const waitForPanels = (page: Page) =>
  page.locator('.skeleton').filter({ visible: true }).first().waitFor({ state: 'detached' })

async function expectNoFaults(page: Page, scope: AxeScope) {
  const { pathname } = new URL(page.url())
  await screenshot(page, `${pathname}-${page.viewportSize()?.width}`.replace(/\W+/g, '-'))
  expect(await axe(page, scope)).toEqual([])
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
}
