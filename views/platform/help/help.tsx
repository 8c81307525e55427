import type { ComponentType } from 'react'
import { InTheWay } from './in-the-way.tsx'
import { Opens, to } from './page-link.tsx'
import { TellOtherPrograms } from './webhooks.tsx'

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
      <kbd>?</kbd> lists every shortcut. The bell holds what was told to you; choose what also comes by mail
      under {to('/account/profile', 'Profile')}.
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
      History, which the lane links to.
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
      paper you mark as sent. <em>Approve</em> asks who accepted it, and you may leave that empty.{' '}
      <em>Start the work</em> starts the first open step for whoever has it. Where nobody has it, the job
      itself is started, and nobody’s time runs.
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

const MaterialsAndStock = () => (
  <>
    <p>
      The planned quantity of a line moves no stock; the used one does, at once. Nothing in the ledger is ever
      changed: a mistake is put right by a movement that takes it back, so that{' '}
      {to('/admin/stock', 'what is on hand')} always adds up.
    </p>
    <p>
      A new item is kept in stock, unless its box <em>Kept in stock</em> is cleared or it is labour and the
      like: then using it moves nothing. Tick the box later, and what was used before can be booked too.
    </p>
  </>
)

const MadeOfInputs = () => (
  <>
    <p>
      What an item is made of stands on its <em>Inputs</em> tab: for one of it, so much of each input, in a
      unit of that input. Scrap is a percentage on top. An input may have inputs of its own, but nothing may
      end up in itself.
    </p>
    <p>
      A product on a job brings its inputs as lines, planned for the quantity of the product. Say what was
      really used on each; finishing the product books it into stock, and taking that back undoes it.
    </p>
  </>
)

const StockWorthAndCounts = () => (
  <>
    <p>
      Stock is worth what it cost, at the average of its item. Say the cost when you book something in, and{' '}
      {to('/admin/stock/worth', 'Worth')} adds it up for any day. An item whose cost nobody said is listed as
      unknown.
    </p>
    <p>
      To count a shelf or a van, make a {to('/admin/stock/counts', 'count')}: it is counted with a phone or on
      paper, checked, and booked at once. A blind count shows nobody what the books say while it is counted.
      What differs by more than the tolerance is counted again by somebody else before it is booked.
    </p>
  </>
)

const PlanStock = () => (
  <>
    <p>
      <em>Planning</em> on a board looks ahead. Forecasting shows of each item what is needed and what comes,
      by week or month, and what is left. Needed is what open jobs plan on the day they start, and what jobs
      will plan that templates still make. Choose an average, and it is at least what was used before: of
      whole weeks or months, without the days on which there was no stock.
    </p>
    <p>
      Production proposes what to make of items that have inputs, or are of the class Finished Goods: for jobs
      that need them, and up to their minimum. The minimum production volume, the packs and the most on one
      job round and split it, the lead time and the time of one date it. Tick rows, change a quantity where
      you know better, and make their jobs: each has the product and its inputs on its lines. Undo takes them
      back.
    </p>
    <p>
      Open an item for its plot and for every job, template and order behind a figure. What is overdue, or has
      no day, counts today. Excel and PDF keep the filter.
    </p>
  </>
)

const SendAnInvoice = () => (
  <p>
    An invoice starts as a draft without a number. Issuing gives it the next number and locks it; what is
    wrong afterwards is corrected by a credit note. Every later print says COPY. Both are under{' '}
    {to('/invoices', 'Invoices')} and in the job they belong to. Money before the work is asked for by a
    deposit request, in the Exports drawer of a job: it has no VAT, and the invoice takes it off by itself.
  </p>
)

const ReadReports = () => (
  <p>
    {to('/reporting', 'Reports')} add up sales, money owed, VAT, margins, time and stock over the days that
    you choose. The days stand in the address, so that a bookmark asks again. Press a bar or a row to see the
    documents behind it, and <em>Export</em> for all rows as a file. Credit notes count against sales. Another
    program reads a report at <code>/reporting/data/</code> with a token that holds for fifteen minutes.
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
    time, with effect at once. A stakeholder sees only the jobs of the locations they are linked to.
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
  { id: 'around', title: 'Find your way', Text: FindYourWay },
  {
    id: 'jobs',
    title: 'Move a job',
    Text: MoveAJob,
    pages: /^\/(jobs|[^/]+\/[^/]+\/(progress|history))(\/|$)/,
  },
  { id: 'stages', title: 'From asked to paid', Text: FromAskedToPaid, pages: /^\/nextsteps/ },
  {
    id: 'stock',
    title: 'Materials and stock',
    Text: MaterialsAndStock,
    pages: /^\/(inventory|admin\/(inventory|stock$|storage)|picking|equipment)(\/|$)/,
  },
  { id: 'inputs', title: 'What an item is made of', Text: MadeOfInputs },
  {
    id: 'worth',
    title: 'Stock worth and counts',
    Text: StockWorthAndCounts,
    pages: /^\/admin\/stock\/(worth|movements|slow|counts)/,
  },
  { id: 'planning', title: 'Plan stock', Text: PlanStock, pages: /\/planning(\/|$)/ },
  { id: 'invoices', title: 'Send an invoice', Text: SendAnInvoice, pages: /^\/(invoices|billing)(\/|$)/ },
  {
    id: 'lists',
    title: 'Bring your lists along',
    Text: BringYourLists,
    pages: /^\/(admin\/)?imports?(\/|$)/,
  },
  { id: 'reports', title: 'Reports', Text: ReadReports, pages: /^\/reporting(\/|$)/ },
  { id: 'backup', title: 'Backups', Text: BackUp, pages: /\/backup$/ },
  {
    id: 'people',
    title: 'People and what they may do',
    Text: PeopleAndRights,
    pages: /^\/(admin\/(users|permissions|audit)|backoffice\/(claims|roles))(\/|$)/,
  },
  { id: 'account', title: 'Your account', Text: YourAccount, pages: /^\/account(\/|$)/ },
  {
    id: 'webhooks',
    title: 'Tell other programs',
    Text: TellOtherPrograms,
    pages: /^\/customise\/webhooks(\/|$)/,
  },
  { id: 'trouble', title: 'When something is in the way', Text: InTheWay },
]

/** The topic that speaks of this page first. */
export const findHelpTopic = (path: string): string | undefined =>
  topics.find(({ pages }) => pages?.test(path))?.id

/** Its links lead to the pages that this reader `opens`; others are named without one. */
export const Help = ({ opens }: { opens: (href: string) => boolean }) => (
  <Opens value={opens}>
    <HelpText />
  </Opens>
)

const HelpText = () => (
  <div className="help">
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
