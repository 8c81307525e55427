import { labelOverrides } from '#db/queries/resources.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBetweenWrites } from './reference-cache.ts'

const own = {
  appname: 'Joblane',
  'pages.dashboard': 'Dashboard',
  'pages.notifications': 'Notifications',
  'pages.mywork': 'My work',
  'pages.timesheets': 'Timesheets',
  'pages.picking': 'Picking list',
  'pages.jobs': 'Jobs',
  'pages.jobs.progress': 'Board',
  'pages.jobs.history': 'History',
  'pages.clients': 'Clients',
  'pages.clientslegacy': 'Client list',
  'pages.suppliers': 'Suppliers',
  'pages.billing': 'Billing',
  'pages.purchase': 'Purchase orders',
  'pages.supplierinvoices': 'Supplier invoices',
  'pages.invoices': 'Invoices',
  'pages.equipment': 'Equipment',
  'pages.reporting': 'Reports',
  'pages.reportschedules': 'Reports by mail',
  'pages.customise.boards': 'Boards',
  'pages.customise.assertions': 'Rules',
  'pages.customise.documents': 'Documents',
  'pages.customise.forms': 'Forms',
  'pages.customise.labels': 'Labels',
  'pages.admin.organisations': 'Organisations',
  'pages.admin.accountcodes': 'Account codes',
  'pages.admin.categories': 'Categories',
  'pages.admin.locations': 'Locations',
  'pages.admin.divisions': 'Divisions',
  'pages.admin.inventory': 'Inventory',
  'pages.admin.stock': 'Stock',
  'pages.admin.storage': 'Storage',
  'pages.admin.products': 'Products',
  'pages.admin.users': 'Users',
  'pages.admin.permissions': 'Who may do what',
  'pages.admin.audit': 'Audit',
  'pages.admin.manage': 'General settings',
  'pages.admin.pricing': 'Pricing',
  'pages.admin.workers': 'Workers',
  'pages.admin.imports': 'Import',
  'pages.customise.webhooks': 'Webhooks',
  'pages.xero': 'Xero',
  'pages.backoffice': 'Back office',
  'pages.backoffice.fees': 'Fees',
  'pages.backoffice.roles': 'Roles',
  'pages.backoffice.claims': 'What roles may do',
  'pages.backoffice.mail': 'Mail',
  'pages.backoffice.copies': 'Off-site copies',
  'pages.backoffice.cells': 'Cells',
  'pages.backoffice.audit': 'Audit',
  'menu.work': 'Work',
  'menu.boards': 'Boards',
  'menu.contacts': 'Contacts',
  'menu.money': 'Money',
  'menu.catalogue': 'Catalogue',
  'menu.people': 'People',
  'menu.customise': 'Customise',
  'menu.admin': 'Admin',
  'menu.more': 'More',
  'menu.backoffice': 'Back office',
  'jobs.lane1': 'Draft',
  'jobs.lane2': 'Review',
  'jobs.lane3': 'Approve',
  'jobs.lane4': 'Complete',
  'jobs.input': 'Used',
  'jobs.output': 'Done',
  'jobs.tab.input': 'Materials used',
  'jobs.tab.output': 'Items and work',
  'jobs.tab.documents': 'Photos and files',
  'jobs.status5': 'Invoiced',
  'jobs.status6': 'Archived',
  'jobs.status98': 'Removed',
}

export type LabelKey = keyof typeof own
export type Labels = Record<LabelKey, string> & Record<string, string>

export const defaults: Labels = own

export const readLabels = cachedBetweenWrites(
  (db): Readonly<Labels> => Object.freeze({ ...defaults, ...labelOverrides(db) }),
)

export const pageTitle = (db: TenantDb, page: LabelKey): string => readLabels(db)[page]

export const jobsSegment = (labels: Pick<Labels, 'pages.jobs'>) =>
  labels['pages.jobs']
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[^\p{L}\p{N}_-]/gu, '') || 'jobs'

/** So that the jobs label cannot take another page's address. */
export const reservedSegments: readonly string[] = [
  'account admin api applink assets backoffice billing bulkchanges calendar clients clientslegacy confirmemail',
  'confirmpasswordreset consignments customise deliveries dist documents equipment export',
  'externalproviderauth gohome health help hub import inventory invitation invoices labels leadtimes lookup mail mywork nextsteps',
  'supplierinvoices icon manifest.webmanifest sw.js notes notifications purchase render reporting samplejob scan schedule search setup signin signout storage subscription suppliers',
  'templates timeout timesheets users views wegotlost www xero',
  'picking planning tracking joblines',
].flatMap((line) => line.split(' '))

export const boardSegment = (name: string) =>
  name
    .toLowerCase()
    .replace(/[/\s]+/g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '') || 'board'
