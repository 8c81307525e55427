import type { ComponentType } from 'react'
import { OfflineBanner } from '#views/layout/banners.tsx'
import { InTheWay } from './in-the-way.tsx'
import { WithoutANetwork } from './offline.tsx'
import { Opens, to } from './page-link.tsx'
import { MakeItFit, PeopleYouDealWith, Prices, RunTheInstallation } from './setup-topics.tsx'
import { MadeOfInputs, MaterialsAndStock, PlanStock, StockWorthAndCounts } from './stock-topics.tsx'
import { TellOtherPrograms } from './webhooks.tsx'
import { EquipmentAndStorage, OrderAndReceive, PickAndDeliver, WorkAndTime } from './work-topics.tsx'
import { BooksInXero } from './xero.tsx'

type Topic = {
  id: string
  title: string
  Text: ComponentType
  /** Of which pages it speaks first: help opens there. */
  pages?: RegExp
}

const FindYourWay = () => (
  <>
    <p>
      The menu on the left shows what your roles let you open. <kbd>/</kbd> searches the page that is open,{' '}
      <kbd>Ctrl + K</kbd> or <kbd>s</kbd> finds anything by its name or code, and a scanner needs no key at
      all. What it finds opens a page of its own: a client’s jobs, quotes, invoices and files, a supplier’s
      items, where an item was used and what it costs.
    </p>
    <p>
      A box that picks a client, an item, a supplier or a location also makes what it does not find: type the
      name and choose <em>Create</em>.
    </p>
    <p>
      <kbd>?</kbd> lists every shortcut. {to('/notifications/all', 'The bell')} holds what was told to you;
      choose what also comes by mail under {to('/account/profile', 'Profile')}.
    </p>
  </>
)

const MoveAJob = () => (
  <>
    <p>
      Drag its card to another lane, or select it and press <kbd>[</kbd> or <kbd>]</kbd>. A message offers to
      undo the move. When a job comes to the last lane with something left open, such as lines that nothing
      was used of, you see what it is and are asked once.
    </p>
    <p>
      A long lane loads on as you scroll, its count and sum are of all its cards, and the search finds them
      all. What is complete for longer than the board says (30 days at first) leaves the lane for the board’s
      History, which the lane links to. <em>Aging</em> says how long jobs have stood on their lane, and{' '}
      {to('/jobs', 'the list of jobs')} has those of all boards.
    </p>
    <p>
      Open a card for its details, lines, notes, documents and history. A job that was removed is not lost: an
      administrator can bring it back.
    </p>
  </>
)

const FromAskedToPaid = () => (
  <>
    <p>
      A job’s dialog shows where it stands: asked, quoted, approved, working, complete, invoiced, paid. Beside
      it stands one button with what comes next, from <em>Send the estimate</em> to{' '}
      <em>Record the payment</em>. The menu of a card and the {to('/jobs', 'list of jobs')} offer the same
      step.
    </p>
    <p>
      An estimate that is sent has a last day, by the days that its organisation names; after it the job shows
      as expired until you send it again. It counts as sent once its mail has left; what you hand over on
      paper you mark as sent. What you change after that goes out as its next revision, with a link to approve
      it. <em>Approve</em> asks who accepted it, and you may leave that empty. <em>Start the work</em> starts
      the first open step for whoever has it. Where nobody has it, the job itself is started, and nobody’s
      time runs.
    </p>
    <p>
      An invoice charges what was used. Tick <em>Fixed price</em> on the job, and it charges the estimate
      instead; what was used then only decides what you earn.
    </p>
    <p>
      The {to('/', 'dashboard')} adds up what is to quote, to invoice, owed and overdue. Each figure leads to
      its list. <em>Owed</em> is what is open on issued invoices; <em>credit</em> is money received that pays
      no invoice yet, and a client’s <em>balance</em> is what they owe less their credit. The first two stand
      in {to('/invoices/debtors', 'aged debtors')}, the balance on statements.
    </p>
    <p>
      What is the same every month, such as a rent or a retainer, is a template of a category that repeats.
      Under <em>Templates</em> of its board, <em>Invoices</em> lets each of its jobs be drafted, issued or
      also mailed on its day, by the rights of whoever chose that.
    </p>
  </>
)

const SendAnInvoice = () => (
  <p>
    An invoice starts as a draft without a number. Issuing gives it the next number and locks it; what is
    wrong afterwards is corrected by a credit note. Every later print says COPY. Both are under{' '}
    {to('/invoices', 'Invoices')} and in the job they belong to; {to('/billing', 'Billing')} lists what is
    complete and not invoiced. Money before the work is asked for by a deposit request, in the Exports drawer
    of a job: it has no VAT, and the invoice takes it off by itself.
  </p>
)

const ReadReports = () => (
  <p>
    {to('/reporting', 'Reports')} add up sales, money owed, VAT, margins, time and stock over the days that
    you choose. The days stand in the address, so that a bookmark asks again. Press a bar or a row to see the
    documents behind it, and <em>Export</em> for all rows as a file. Credit notes count against sales. Another
    program reads a report at <code>/reporting/data/</code> with a token that holds for fifteen minutes.{' '}
    <em>Lead times</em> on the dashboard say how long jobs took.
  </p>
)

const BackUp = () => (
  <>
    <p>
      Every night the program copies each account that changed, opens the copy again and checks it.{' '}
      {to('/account/backup', 'Backup')}, for those who manage the account, says when that was last, and offers
      the whole account as one archive with its files.
    </p>
    <p>
      {to('/jobs/backup', 'Jobs')}, {to('/consignments/backup', 'consignments')},{' '}
      {to('/inventory/backup', 'inventory')} and {to('/deliveries/backup', 'deliveries')} can each be taken
      home as Excel or JSON, as they stand at one moment.
    </p>
  </>
)

const BringYourLists = () => (
  <p>
    {to('/import', 'Import')} takes clients, items and other lists from a spreadsheet. A trial run says what
    would happen before anything is written, and an import can be taken back while nothing else uses what it
    added. Most lists can be exported, and come in again without a change.
  </p>
)

const PeopleAndRights = () => (
  <p>
    Invite a colleague under {to('/admin/users', 'Users')}: a mail lets them choose a password. What they may
    do comes from their roles, and {to('/backoffice/claims', 'what a role may do')} can be changed at any
    time, with effect at once. {to('/admin/permissions', 'Who may do what')} and{' '}
    {to('/backoffice/roles', 'roles')} show them as tables, {to('/admin/audit', 'Audit')} who signed in and
    changed what. A stakeholder sees only the jobs of the locations they are linked to.
  </p>
)

const YourAccount = () => (
  <p>
    {to('/account', 'Account details')} holds the plan, the seats, your logo and the mail server that your
    documents go out over. When an account expires nothing is deleted: everything can be read and exported,
    and work goes on as soon as it is renewed.
  </p>
)

const topics: readonly Topic[] = [
  {
    id: 'around',
    title: 'Find your way',
    Text: FindYourWay,
    pages: /^\/(account\/profile|notifications)(\/|$)/,
  },
  {
    id: 'jobs',
    title: 'Move a job',
    Text: MoveAJob,
    pages: /^\/(jobs$|[^/]+\/[^/]+\/(progress|history|aging)(\/|$))/,
  },
  {
    id: 'stages',
    title: 'From asked to paid',
    Text: FromAskedToPaid,
    pages: /^\/($|nextsteps|[^/]+\/[^/]+\/templates$)/,
  },
  {
    id: 'work',
    title: 'Work and time',
    Text: WorkAndTime,
    pages: /^\/(mywork|timesheets|calendar|schedule|admin\/workers|[^/]+\/[^/]+\/(scheduler|panel))(\/|$)/,
  },
  { id: 'offline', title: 'Without a network', Text: WithoutANetwork },
  {
    id: 'contacts',
    title: 'Clients, suppliers and locations',
    Text: PeopleYouDealWith,
    pages: /^\/(clients|clientslegacy|suppliers|admin\/(locations|lc))(\/|$)/,
  },
  {
    id: 'stock',
    title: 'Materials and stock',
    Text: MaterialsAndStock,
    pages: /^\/(inventory(?!\/backup)|admin\/(inventory|products|stock(\/inbound)?$))(\/|$)/,
  },
  { id: 'inputs', title: 'What an item is made of', Text: MadeOfInputs },
  {
    id: 'worth',
    title: 'Stock worth and counts',
    Text: StockWorthAndCounts,
    pages: /^\/admin\/stock\/(worth|movements|slow|counts)/,
  },
  { id: 'planning', title: 'Plan stock', Text: PlanStock, pages: /^\/[^/]+\/[^/]+\/planning(\/|$)/ },
  {
    id: 'buying',
    title: 'Order and receive',
    Text: OrderAndReceive,
    pages: /^\/(purchase|supplierinvoices)(\/|$)/,
  },
  {
    id: 'deliver',
    title: 'Pick and deliver',
    Text: PickAndDeliver,
    pages: /^\/(picking|deliveries(?!\/backup)|(?!clients)[^/]+\/[^/]+\/deliveries)(\/|$)/,
  },
  {
    id: 'equipment',
    title: 'Equipment and storage',
    Text: EquipmentAndStorage,
    pages: /^\/(equipment|storage|admin\/storage)(\/|$)/,
  },
  { id: 'prices', title: 'Prices', Text: Prices, pages: /^\/admin\/pricing(\/|$)/ },
  { id: 'invoices', title: 'Send an invoice', Text: SendAnInvoice, pages: /^\/(invoices|billing)(\/|$)/ },
  { id: 'xero', title: 'Your books in Xero', Text: BooksInXero, pages: /^\/(www\/)?xero/ },
  { id: 'lists', title: 'Bring your lists along', Text: BringYourLists, pages: /^\/import(\/|$)/ },
  { id: 'reports', title: 'Reports', Text: ReadReports, pages: /^\/(reporting|leadtimes)(\/|$)/ },
  { id: 'backup', title: 'Backups', Text: BackUp, pages: /^\/\w+\/backup$/ },
  {
    id: 'people',
    title: 'People and what they may do',
    Text: PeopleAndRights,
    pages: /^\/(admin\/(users|permissions|audit)|backoffice\/(claims|roles))(\/|$)/,
  },
  {
    id: 'fit',
    title: 'Make it fit your business',
    Text: MakeItFit,
    pages:
      /^\/(customise\/(?!webhooks)|admin\/(organisations|divisions|accountcodes|categories|manage)(\/|$))/,
  },
  {
    id: 'account',
    title: 'Your account',
    Text: YourAccount,
    pages: /^\/(account(?!\/(backup|calls|profile))|subscription)(\/|$)/,
  },
  {
    id: 'installation',
    title: 'Run the installation',
    Text: RunTheInstallation,
    pages: /^\/backoffice(?!\/(claims|roles))(\/|$)/,
  },
  {
    id: 'webhooks',
    title: 'Tell other programs',
    Text: TellOtherPrograms,
    pages: /^\/(customise\/webhooks|account\/calls)(\/|$)/,
  },
  { id: 'trouble', title: 'When something is in the way', Text: InTheWay },
]

/** The one topic that speaks of this page first. */
export const findHelpTopic = (path: string): string | undefined => findHelpTopics(path)[0]

export const findHelpTopics = (path: string): string[] =>
  topics.filter(({ pages }) => pages?.test(path)).map(({ id }) => id)

/** Its links lead to the pages that this reader `opens`; others are named without one. */
export const Help = ({ opens }: { opens: (href: string) => boolean }) => (
  <Opens value={opens}>
    <HelpText />
  </Opens>
)

const HelpText = () => (
  <div className="help">
    <OfflineBanner />
    <h1>Help</h1>
    <nav aria-label="Topics">
      <ul>
        {topics.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    {topics.map(({ id, title, Text }) => (
      <section key={id} id={id}>
        <h2>{title}</h2>
        <Text />
      </section>
    ))}
  </div>
)
