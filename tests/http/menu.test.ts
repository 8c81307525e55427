import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { purchaseorders } from '#db/schema/tenant/index.ts'
import { menuFor } from '#server/menu.ts'
import { pageRecords } from '#server/page-records.ts'
import { defaults } from '#server/resources.ts'
import { SideMenu } from '#views/layout/sidemenu.tsx'

const board = { id: 'b', name: 'Workshop', slug: 'workshop' }
const whole = (can = () => true, owneronly = false) =>
  menuFor(can, defaults, [board], { path: '/' }, owneronly)

test('who may do everything finds each page once, in groups that are read at a glance', () => {
  const groups = whole().filter(({ key }) => key !== 'menu.backoffice')
  expect(groups.map(({ label }) => label)).toEqual([
    ...['Work', 'Boards', 'Contacts', 'Money', 'Catalogue', 'People', 'Customise', 'Admin'],
  ])
  for (const { links } of groups) expect(links.length).toBeLessThanOrEqual(6)
  const hrefs = groups.flatMap(({ links }) => links.map(({ href }) => href))
  expect(hrefs).toEqual([...new Set(hrefs)])
})

test('a key after g leads to one place, and every label is one that an account may change', () => {
  const links = whole().flatMap((group) => group.links)
  const keys = links.flatMap(({ go }) => go ?? [])
  expect(keys.toSorted().join('')).toBe('bcdeijlopstuw')
  expect(links.filter(({ label }) => label.includes('pages.'))).toEqual([])
})

test('a group without an entry for the person is not there; the platform’s people see one', () => {
  const nothing = whole(() => false)
  expect(nothing.map(({ key }) => key)).toEqual(['menu.work'])
  expect(whole(() => true, true).map(({ key }) => key)).toEqual(['menu.backoffice'])
})

test('a new account begins with eight entries, and finds all others under More until it uses them', () => {
  const shown = (used: string[]) =>
    menuFor(() => true, defaults, [board], { path: '/', used: new Set(used) }, false)
      .filter(({ key }) => key !== 'menu.backoffice')
      .flatMap(({ links }) => links)
  const first = shown([]).filter(({ more }) => !more)
  expect(first.map(({ label }) => label)).toEqual([
    ...['Dashboard', 'Workshop', 'Clients', 'Invoices', 'Inventory', 'Stock', 'Users', 'General settings'],
  ])
  expect(shown(['pages.suppliers']).find(({ href }) => href === '/suppliers')?.more).toBe(false)
})

test('what an account does not begin with names the records that bring it up, or none', () => {
  const pages = whole()
    .filter(({ key }) => key !== 'menu.backoffice')
    .flatMap(({ links }) => links)
    .flatMap(({ page, firstday }) => (page && !firstday ? [page] : []))
  expect(Object.keys(pageRecords).toSorted()).toEqual([...pages, 'pages.xero'].toSorted())
  expect(pageRecords['pages.purchase']).toBe(purchaseorders)
})

test('a person keeps a page in the menu, or sends one to More', () => {
  const at = { path: '/', pinned: ['pages.suppliers'], unpinned: ['pages.clients', 'board.workshop'] }
  const links = menuFor(() => true, defaults, [board], at, false).flatMap((group) => group.links)
  const isUnderMore = (page: string) => links.find((link) => link.page === page)?.more
  expect(['pages.suppliers', 'pages.clients', 'board.workshop', 'pages.jobs'].map(isUnderMore)).toEqual([
    ...[false, true, true, true],
  ])
})

test('the list of jobs is told from a board that is called Jobs, and what sounds alike says what it is', () => {
  const boards = [{ id: 'b', name: 'Jobs', slug: 'jobs' }]
  const links = menuFor(() => true, defaults, boards, { path: '/' }, false)
    .filter(({ key }) => key !== 'menu.backoffice')
    .flatMap((group) => group.links)
  const labels = links.map(({ label }) => label)
  expect(labels.filter((label) => /jobs/i.test(label))).toEqual(['All jobs', 'Jobs'])
  expect(labels).toEqual([...new Set(labels)])
  const hints = links.flatMap(({ label, hint }) => (hint ? [[label, hint]] : []))
  expect(hints.map(([label]) => label)).toEqual(['Inventory', 'Stock', 'Users', 'Workers'])
})

test('what comes with use stands after what was there on the first day', () => {
  const at = { path: '/', used: new Set(['pages.suppliers', 'pages.mywork']) }
  const menu = menuFor(() => true, defaults, [board], at, false).filter(
    ({ key }) => key !== 'menu.backoffice',
  )
  const html = renderToStaticMarkup(SideMenu({ menu, labels: defaults }))
  const group = html.slice(html.indexOf('<ul'), html.indexOf('</ul>'))
  const hrefs = [...group.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(hrefs.slice(-3)).toEqual(['/admin/manage', '/mywork', '/suppliers'])
})

test('whoever has few pages sees them all', () => {
  const links = menuFor((claim) => claim === 'locations.read', defaults, [board], { path: '/' }, false)
    .flatMap((group) => group.links)
    .map(({ href, more }) => [href, more])
  expect(links).toEqual([
    ['/', false],
    ['/admin/locations', false],
  ])
})
