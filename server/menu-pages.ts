import type { Claim } from '#server/access/claims.ts'
import type { IconName } from '#views/ui/icon.tsx'

export type MenuEntry = {
  page: string
  href: string
  icon: IconName
  claim?: Claim
  go?: string
  label?: string
  /** What it is, beside another that sounds alike. */
  hint?: string
  /** The platform owner has no other group to find it in. */
  owneronly?: boolean
  /** Stands in the menu from the first day; others stand under More until they are used. */
  first?: true
  /** Shown where this installation has an app at Xero alone. */
  xero?: true
}

const pages = [
  {
    key: 'menu.work',
    entries: [
      { page: 'pages.dashboard', first: true, href: '/', icon: 'dashboard', go: 'd' },
      { page: 'pages.mywork', href: '/mywork', icon: 'hard-hat', claim: 'steps.work', go: 'w' },
      {
        page: 'pages.timesheets',
        href: '/timesheets',
        icon: 'clock',
        claim: 'timesheet.read',
        go: 't',
      },
      { page: 'pages.jobs', href: '/jobs', icon: 'briefcase', claim: 'jobs.read', go: 'j' },
      {
        page: 'pages.equipment',
        href: '/equipment/list',
        icon: 'wrench',
        claim: 'equipment.read',
        go: 'e',
      },
    ],
  },
  {
    key: 'menu.contacts',
    entries: [
      {
        page: 'pages.clients',
        first: true,
        href: '/clients',
        icon: 'users',
        claim: 'clients.read',
        go: 'c',
      },
      {
        page: 'pages.admin.locations',
        href: '/admin/locations',
        icon: 'location',
        claim: 'locations.read',
        go: 'l',
      },
      {
        page: 'pages.suppliers',
        href: '/suppliers',
        icon: 'truck',
        claim: 'suppliers.read',
        go: 's',
      },
    ],
  },
  {
    key: 'menu.money',
    entries: [
      {
        page: 'pages.invoices',
        first: true,
        href: '/invoices',
        icon: 'receipt',
        claim: 'invoices.read',
        go: 'i',
      },
      { page: 'pages.billing', href: '/billing', icon: 'banknote', claim: 'invoices.read' },
      { page: 'pages.purchase', href: '/purchase', icon: 'shopping-cart', claim: 'purchase.read' },
      {
        page: 'pages.supplierinvoices',
        href: '/supplierinvoices',
        icon: 'receipt',
        claim: 'supplierinvoices.read',
      },
      { page: 'pages.reporting', href: '/reporting', icon: 'chart', claim: 'reports.read' },
    ],
  },
  {
    key: 'menu.catalogue',
    entries: [
      {
        page: 'pages.admin.inventory',
        first: true,
        href: '/admin/inventory',
        hint: 'What you sell and use',
        icon: 'package',
        claim: 'inventory.read',
        go: 'p',
      },
      { page: 'pages.admin.products', href: '/admin/products', icon: 'factory', claim: 'inventory.read' },
      { page: 'pages.admin.categories', href: '/admin/categories', icon: 'tag', claim: 'categories.write' },
      {
        page: 'pages.admin.pricing',
        href: '/admin/pricing',
        icon: 'banknote',
        claim: 'pricing.read',
      },
      {
        page: 'pages.admin.stock',
        first: true,
        href: '/admin/stock',
        hint: 'How much there is of it',
        icon: 'boxes',
        claim: 'stock.read',
      },
      { page: 'pages.admin.storage', href: '/admin/storage', icon: 'warehouse', claim: 'equipment.write' },
    ],
  },
  {
    key: 'menu.people',
    entries: [
      {
        page: 'pages.admin.users',
        first: true,
        href: '/admin/users',
        hint: 'Who signs in',
        icon: 'user',
        claim: 'users.manage',
        go: 'u',
      },
      { page: 'pages.admin.permissions', href: '/admin/permissions', icon: 'lock', claim: 'roles.manage' },
      {
        page: 'pages.admin.workers',
        href: '/admin/workers',
        hint: 'Who does the work',
        icon: 'hard-hat',
        claim: 'workers.write',
      },
      { page: 'pages.admin.audit', href: '/admin/audit', icon: 'history', claim: 'users.manage' },
    ],
  },
  {
    key: 'menu.customise',
    entries: [
      { page: 'pages.customise.boards', href: '/customise/boards', icon: 'board', claim: 'boards.manage' },
      { page: 'pages.customise.labels', href: '/customise/labels', icon: 'pencil', claim: 'settings.manage' },
      {
        page: 'pages.customise.forms',
        href: '/customise/forms',
        icon: 'square-check',
        claim: 'settings.manage',
      },
      {
        page: 'pages.customise.assertions',
        href: '/customise/assertions',
        icon: 'shield',
        claim: 'settings.manage',
      },
      {
        page: 'pages.customise.documents',
        href: '/customise/documents',
        icon: 'file-text',
        claim: 'settings.manage',
      },
      {
        page: 'pages.customise.webhooks',
        href: '/customise/webhooks',
        icon: 'link',
        claim: 'settings.manage',
      },
    ],
  },
  {
    key: 'menu.admin',
    entries: [
      {
        page: 'pages.admin.organisations',
        href: '/admin/organisations',
        icon: 'building',
        claim: 'organisations.write',
      },
      {
        page: 'pages.admin.accountcodes',
        href: '/admin/accountcodes',
        icon: 'landmark',
        claim: 'accountcodes.write',
      },
      { page: 'pages.admin.divisions', href: '/admin/divisions', icon: 'layers', claim: 'divisions.write' },
      {
        page: 'pages.admin.manage',
        first: true,
        href: '/admin/manage',
        icon: 'settings',
        claim: 'settings.manage',
      },
      {
        page: 'pages.admin.imports',
        href: '/import',
        icon: 'upload',
        claim: 'records.import',
      },
      { page: 'pages.xero', href: '/xero', icon: 'landmark', claim: 'settings.manage', xero: true },
    ],
  },
  {
    key: 'menu.backoffice',
    entries: [
      { page: 'pages.backoffice', href: '/backoffice', icon: 'building', claim: 'platform.manage', go: 'o' },
      { page: 'pages.backoffice.fees', href: '/backoffice/fees', icon: 'banknote', claim: 'platform.manage' },
      {
        page: 'pages.admin.users',
        href: '/admin/users',
        icon: 'user',
        claim: 'users.manage',
        owneronly: true,
      },
      {
        page: 'pages.backoffice.roles',
        href: '/backoffice/roles',
        hint: 'Named sets of rights',
        icon: 'shield',
        claim: 'roles.manage',
      },
      { page: 'pages.backoffice.claims', href: '/backoffice/claims', icon: 'key', claim: 'roles.manage' },
      { page: 'pages.backoffice.mail', href: '/backoffice/mail', icon: 'mail', claim: 'platform.manage' },
      {
        page: 'pages.backoffice.copies',
        href: '/backoffice/copies',
        icon: 'upload',
        claim: 'platform.manage',
      },
      { page: 'pages.backoffice.cells', href: '/backoffice/cells', icon: 'boxes', claim: 'platform.manage' },
      {
        page: 'pages.backoffice.audit',
        href: '/backoffice/audit',
        icon: 'history',
        claim: 'platform.manage',
      },
    ],
  },
] as const satisfies MenuPages

type MenuPages = readonly { key: string; entries: readonly MenuEntry[] }[]
type Entry = Exclude<(typeof pages)[number], { key: 'menu.backoffice' }>['entries'][number]

/** Stands under More until it is used. */
export type LaterPage = Exclude<Entry, { first: true }>['page']

/** All that the menu leads to but the boards, in its order. */
export const menuPages: MenuPages = pages
