const address = { country: 'South Africa', finyearend: 2 }

export const northwindOrganisation = {
  ...address,
  name: 'Northwind Traders',
  prefix: 'NW',
  colour: '#1565c0',
  registrationnumber: '2014/118204/07',
  addressline1: '12 Harbour Road',
  addressline2: 'Paarden Eiland',
  city: 'Cape Town',
  province: 'Western Cape',
  postalcode: '7405',
  number: '021 555 0100',
  email: 'orders@northwind.test',
  bank: 'First National Bank',
  accountnumber: '62000000017',
  branchcode: '250655',
  vatnumber: '4260112233',
  vat: 150_000,
  estimatedays: 30,
  estimateterms: 'Prices exclude delivery outside the Western Cape.',
  paymentdays: 30,
  invoiceterms: 'Please use the invoice number as reference.',
  poterms: 'Deliver with a delivery note that names our order number.',
}

/** No vendor: without a VAT number it prints plain invoices. */
export const secondOrganisation = {
  ...address,
  name: 'Second Yard',
  prefix: 'SY',
  colour: '#5d4037',
  addressline1: '3 Quarry Lane',
  city: 'Graaff-Reinet',
  province: 'Eastern Cape',
  postalcode: '6280',
  number: '049 555 0107',
  email: 'yard@second.test',
  bank: 'Capitec',
  accountnumber: '1400000019',
  branchcode: '470010',
  estimatedays: 14,
  estimateterms: 'Half is due with your order.',
  paymentdays: 0,
  invoiceterms: 'Payable on delivery.',
}

export const northwindNotes = [
  {
    reference: 'NW11078',
    by: 'Robert King',
    message: 'Old hinges are worn through, used three new ones.',
    hoursago: 26,
  },
  {
    reference: 'NW11078',
    by: 'Nancy Davolio',
    message: 'Client asks if the door can come on Friday before nine.',
    hoursago: 5,
  },
  {
    reference: 'NW11079',
    by: 'Michael Suyama',
    message: 'Castors for three trolleys are still short.',
    hoursago: 21,
  },
  {
    reference: 'NW11080',
    by: 'Andrew Fuller',
    message: 'Take the vacuum pump along, the second unit lost gas in May.',
    hoursago: 50,
  },
  {
    reference: 'NW11077',
    by: 'Nancy Davolio',
    message: 'Large order: packing starts tomorrow, deliver in one load.',
    hoursago: 3,
  },
  {
    reference: 'NW11075',
    by: 'Laura Callahan',
    message: 'Client confirmed the delivery address.',
    hoursago: 2,
  },
]

/** `about`: the job that it opens. */
export type DemoMessage = { type: 'info' | 'warning'; message: string; about?: string }

export const northwindMessages: DemoMessage[] = [
  { type: 'info', message: 'Welcome to the demo: drag a card, open a job, print an estimate.' },
  { type: 'warning', message: 'NW11078 Refurbish cold room door is overdue.', about: 'NW11078' },
  { type: 'info', message: 'Nancy Davolio wrote a note on NW11077.', about: 'NW11077' },
]

export const secondNotes = [
  {
    reference: 'SY102',
    by: 'Zanele Ndlovu',
    message: 'Two tables are oiled, the third needs another coat.',
    hoursago: 7,
  },
]
