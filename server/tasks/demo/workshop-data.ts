export const demoAccountCodes = [
  { code: '4000', description: 'Sales of goods', type: 0 },
  { code: '4100', description: 'Workshop services', type: 0 },
  { code: '4900', description: 'Sundry income', type: 0 },
  { code: '5000', description: 'Purchases', type: 1 },
  { code: '5100', description: 'Consumables', type: 1 },
  { code: '5900', description: 'Sundry expenses', type: 1 },
]

export const demoMiscCodes = { income: '4900', expense: '5900' }

export const demoStorage = [
  { name: 'Main store', barcode: 'ST-MAIN' },
  { name: 'Rack A', barcode: 'ST-A' },
  { name: 'Delivery van', barcode: 'ST-VAN' },
]

type Piece = {
  name: string
  code: string
  barcode: string
  model: string
  place?: string
  job?: string
}

export const demoEquipment: Piece[] = [
  { name: 'MIG welder', code: 'MIG', barcode: 'EQ-0001', model: '250 A', place: 'Rack A', job: 'NW11079' },
  { name: 'Cold saw', code: 'SAW', barcode: 'EQ-0002', model: '315 mm', place: 'Main store' },
  {
    name: 'Vacuum pump',
    code: 'PUMP',
    barcode: 'EQ-0003',
    model: '2 stage',
    place: 'Main store',
    job: 'NW11080',
  },
  { name: 'Recovery cylinder', code: 'CYL', barcode: 'EQ-0004', model: '12 kg', place: 'Rack A' },
  { name: 'Recovery cylinder', code: 'CYL', barcode: 'EQ-0005', model: '12 kg', place: 'Delivery van' },
]

/** In percent. */
export const demoPricingGroup = {
  name: 'Trade',
  discount: '-10',
  clients: ['QUICK', 'SAVEA', 'ERNSH'],
  items: 12,
}

const orderSteps: Work['steps'] = [
  [3, 'Pick', 'By the picking list, from the shelf that it names.'],
  [3, 'Pack', 'Weigh each carton, and write the weight on the note.'],
  [3, 'Hand to the shipper', 'Have the note signed.'],
]

type Work = {
  category: string
  fields: { label: string; compulsary: boolean }[]
  steps: [lane: number | null, name: string, instruction: string][]
}

export const demoCategories: Work[] = [
  {
    category: 'Refurbish',
    fields: [
      { label: 'Serial number', compulsary: true },
      { label: 'Fault as reported', compulsary: false },
    ],
    steps: [
      [3, 'Look at it', 'Photograph the damage and measure the opening.'],
      [3, 'Order parts', 'Seals and hinges by the number on the frame.'],
      [3, 'Strip and repair', 'Keep the old hinges until the client has signed.'],
      [3, 'Test', 'Close it on a strip of paper all around: it must hold.'],
      [4, 'Hand over', 'Have the job card signed.'],
    ],
  },
  {
    category: 'Fabricate',
    fields: [],
    steps: [
      [3, 'Cut', 'Saw the tube to the cutting list and deburr both ends.'],
      [3, 'Weld', 'Tack in the jig, check the diagonals, then full seams.'],
      [3, 'Paint', 'Two coats of red oxide, four hours apart.'],
      [3, 'Fit castors', 'Brakes to the handle side.'],
    ],
  },
  {
    category: 'Service',
    fields: [{ label: 'Hours run', compulsary: false }],
    steps: [
      [2, 'Plan the visit', 'Ask when the machine can stand still.'],
      [3, 'Service', 'Oil, filter, belts; note the pressures.'],
      [null, 'Return used oil', 'With the next delivery to the depot.'],
    ],
  },
]

export const demoShippers: Work[] = ['Speedy Express', 'United Package', 'Federal Shipping'].map(
  (category) => ({ category, fields: [], steps: orderSteps }),
)

export const demoAssertions = [
  { kind: 'client', lane: 2, blocks: true },
  { kind: 'assignee', lane: 3, blocks: false },
]

export const demoContacts = [
  { supplier: 'Exotic Liquids', name: 'Charlotte Cooper', title: 'Purchasing', number: '(171) 555-2222' },
  { supplier: 'Exotic Liquids', name: 'Peter Wilson', title: 'Deliveries', number: '(171) 555-2223' },
]

/** Rand an hour. */
export const demoRates = { 'Robert King': 165, 'Michael Suyama': 140, 'Steven Buchanan': 180 }

type Working = { step: string; worker: string; since: number }

type Given = { step: string; worker: string }

/** `since` is minutes ago; `given` has a worker, and is not begun. */
export type Week = {
  job: string
  rework?: string
  done: (Working & { minutes: number })[]
  running: Working[]
  given?: Given[]
}

export const demoWeek: Week[] = [
  {
    job: 'NW11078',
    done: [
      { step: 'Look at it', worker: 'Robert King', since: 1_760, minutes: 35 },
      { step: 'Order parts', worker: 'Robert King', since: 1_720, minutes: 20 },
    ],
    running: [
      { step: 'Strip and repair', worker: 'Robert King', since: 95 },
      { step: 'Strip and repair', worker: 'Michael Suyama', since: 40 },
    ],
    given: [{ step: 'Test', worker: 'Michael Suyama' }],
  },
  {
    job: 'NW11079',
    rework: 'Paint runs on two of the trolleys',
    done: [
      { step: 'Cut', worker: 'Michael Suyama', since: 3_200, minutes: 130 },
      { step: 'Weld', worker: 'Steven Buchanan', since: 3_060, minutes: 275 },
      { step: 'Paint', worker: 'Michael Suyama', since: 1_750, minutes: 160 },
      { step: 'Fit castors', worker: 'Michael Suyama', since: 1_580, minutes: 50 },
    ],
    running: [{ step: 'Cut', worker: 'Steven Buchanan', since: 20 }],
    given: [
      { step: 'Weld', worker: 'Steven Buchanan' },
      { step: 'Paint', worker: 'Michael Suyama' },
    ],
  },
]

/** Of the approved orders, by what is due first; by nobody whose last week is submitted. */
export const demoOrderWork: Omit<Week, 'job'>[] = [
  {
    done: [{ step: 'Pick', worker: 'Nancy Davolio', since: 1_500, minutes: 25 }],
    running: [{ step: 'Pack', worker: 'Janet Leverling', since: 12 }],
    given: [{ step: 'Hand to the shipper', worker: 'Janet Leverling' }],
  },
  {
    rework: 'Two cartons were damaged in the store',
    done: [
      { step: 'Pick', worker: 'Janet Leverling', since: 3_000, minutes: 30 },
      { step: 'Pack', worker: 'Margaret Peacock', since: 2_900, minutes: 45 },
    ],
    running: [],
    given: [
      { step: 'Pick', worker: 'Janet Leverling' },
      { step: 'Pack', worker: 'Margaret Peacock' },
    ],
  },
  { done: [], running: [], given: [{ step: 'Pick', worker: 'Nancy Davolio' }] },
]

/** When jobs are worked on; days count from this week's Monday. */
export const demoPlans = [
  { job: 'NW11078', from: 0, to: 1 },
  { job: 'NW11079', from: 0, to: 3 },
  { job: 'NW11080', from: 2, to: 4 },
  { job: 'NW11081', from: 3, to: 7 },
]

/** A copy of the job is the template; `next` in days from now. */
export const demoTemplates = [
  { job: 'NW11079', description: 'Make 6 stock trolleys' },
  {
    job: 'NW11078',
    description: 'Refurbish cold room door, each quarter',
    repeats: { category: 'Refurbish', frequency: 'quarterly', next: 23 },
  },
  {
    job: 'NW11080',
    description: 'Service two compressors, each month',
    repeats: { category: 'Service', frequency: 'monthly', next: 1 },
  },
]

export const demoTime = [
  {
    job: 'NW11080',
    worker: 'Robert King',
    item: 'L-ART',
    minutes: 45,
    detail: 'Looked at both compressors on site',
  },
]

/** Days count from the Monday of the week before this one. Of people without timers, which may have run over into it. */
export const demoLastWeek = [
  {
    worker: 'Laura Callahan',
    approved: false,
    time: [
      { job: 'NW11078', day: 0, minutes: 40, detail: 'Measured on site' },
      { job: 'NW11080', day: 2, minutes: 75, detail: 'Fetched the compressors' },
      { job: 'NW11080', day: 4, minutes: 50, detail: 'Cleaned and stored' },
    ],
  },
  {
    worker: 'Anne Dodsworth',
    approved: true,
    time: [{ job: 'NW11080', day: 1, minutes: 60, detail: 'Helped to load' }],
  },
]

export const demoInvoice = { job: 'NW11084', paid: '500' }

/** In the order of their clients; the last one is still a draft. */
export const demoDeliveries: { waybill: string; carrier: string; receivedby?: string; back?: string }[] = [
  { waybill: 'WB 20411', carrier: 'Own van', receivedby: 'Thandi Mokoena' },
  { waybill: 'WB 20412', carrier: 'Own van', receivedby: 'Pieter Louw' },
  {
    waybill: '7741 0093',
    carrier: 'Overnight courier',
    receivedby: 'A. Naidoo',
    back: 'Refused: ordered twice',
  },
  { waybill: '7741 0108', carrier: 'Overnight courier' },
  { waybill: '', carrier: 'Own van' },
]

export const demoSignature =
  '320 160*24 96 0 40 60 40 56 44 80 62 70 120 58 104 160 76 110 220 98 72 280 118 60 320 132 88 360 128 108 400 150 96 450 176 70 500 204 92 560 236 84 610 288 78 680*70 124 900 180 118 1000 268 122 1100'
