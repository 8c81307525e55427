import { to } from './page-link.tsx'

export const WorkAndTime = () => (
  <>
    <p>
      {to('/mywork', 'My work')} lists the steps and jobs that are yours, what is late first. Start one and
      its time runs; pause or finish it there, in the header, or in the job. A step that nobody started asks
      how long it took. Whose steps they are stands under <em>Steps</em> of the job and in{' '}
      <em>Allocations</em> of its board; people who do them are {to('/admin/workers', 'workers')}.
    </p>
    <p>
      {to('/timesheets', 'Timesheets')} show the week of a worker, by job and day, and let it be approved. The
      board’s <em>Scheduler</em> puts jobs on days, and {to('/calendar', 'the calendar')} shows them, also in
      a calendar of your own.
    </p>
  </>
)

export const PickAndDeliver = () => (
  <p>
    The picking list of a job names what to take from where; a tap picks it, and it counts as used. Goods go
    out on a delivery note, made in the job or for many jobs under <em>Deliveries</em> of the board. Whoever
    takes them signs on the screen, and photos can be added before and after.
  </p>
)

export const EquipmentAndStorage = () => (
  <p>
    Things that come back, such as scaffolding or machines, are {to('/equipment/list', 'equipment')}: each
    piece has a place and can be booked to a job. {to('/equipment/availability', 'Availability')} counts what
    is free. Places, from a store to a shelf or a van, stand under {to('/admin/storage', 'storage')}, which
    also prints their labels.
  </p>
)

export const OrderAndReceive = () => (
  <p>
    A {to('/purchase', 'purchase order')} asks a supplier for goods, made by hand or from what a job is short
    of. What arrives is received against it, in parts if need be, and is in stock from then on. The bill of
    the supplier is entered under {to('/supplierinvoices', 'supplier invoices')}, where it is set against what
    was received, approved, and marked as paid.
  </p>
)
