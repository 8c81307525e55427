import { to } from './page-link.tsx'

export const PeopleYouDealWith = () => (
  <p>
    {to('/clients', 'Clients')} are who you work for, {to('/suppliers', 'suppliers')} who you buy from. A{' '}
    {to('/admin/locations', 'location')} is where a client’s jobs are done, with its address for the map and
    the people who may follow its jobs. Open a client for their jobs, quotes, invoices and files.
  </p>
)

export const Prices = () => (
  <p>
    A price group under {to('/admin/pricing', 'Pricing')} sets prices of items or whole categories for the
    clients that are in it, by a rate, a percentage or by quantity.{' '}
    {to('/admin/pricing/explorer', 'Explorer')} shows what a client pays for an item, and why.
  </p>
)

export const MakeItFit = () => (
  <>
    <p>
      {to('/customise/boards', 'Boards')} are for kinds of work; {to('/admin/categories', 'categories')} bring
      their steps, their own fields and what repeats. {to('/customise/labels', 'Labels')} puts your own words
      on pages and lanes, {to('/customise/forms', 'Forms')} says what a job asks for,{' '}
      {to('/customise/assertions', 'Rules')} what must be there before a job enters a lane, and{' '}
      {to('/customise/documents', 'Documents')} what stands on paper.
    </p>
    <p>
      {to('/admin/organisations', 'Organisations')} are the firms whose name and VAT number documents carry,{' '}
      {to('/admin/divisions', 'divisions')} parts of yours, {to('/admin/accountcodes', 'account codes')} those
      of your bookkeeper. What holds everywhere stands under {to('/admin/manage', 'General settings')}.
    </p>
  </>
)

export const RunTheInstallation = () => (
  <p>
    {to('/backoffice', 'Back office')} lists the accounts of this installation, with notes, seats, payments
    and backups. {to('/backoffice/fees', 'Fees')} are its plans, {to('/backoffice/mail', 'Mail')} what waits
    to be sent, {to('/backoffice/copies', 'Off-site copies')} how far copies elsewhere are behind, and{' '}
    {to('/backoffice/audit', 'Audit')} who did what.
  </p>
)
