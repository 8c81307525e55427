import { startXero } from '#tests/support/xero/xero.ts'

/** In a thread of its own, so that what the stand-in does holds up nobody who is measured. */
declare const self: Worker

self.onmessage = async ({ data: contacts }: MessageEvent<number>) => {
  const xero = await startXero()
  const { tenantId } = xero.addTenant('Bench')
  xero.books(tenantId).Contacts.push(
    ...Array.from({ length: contacts }, (_, n) => ({
      ...{
        ContactID: crypto.randomUUID(),
        Name: `Kliënt ${n} & Seuns`,
        ContactStatus: 'ACTIVE',
        IsCustomer: true,
      },
      ...{
        FirstName: 'Ann',
        LastName: `Abel ${n}`,
        EmailAddress: `ann${n}@client.test`,
        TaxNumber: '4123456789',
      },
      Addresses: [
        { AddressType: 'POBOX' },
        { AddressType: 'STREET', AddressLine1: `${n} Long Street`, City: 'Cape Town', PostalCode: '8001' },
      ],
      Phones: ['DEFAULT', 'DDI', 'MOBILE', 'FAX'].map((PhoneType) => ({
        PhoneType,
        PhoneNumber: '021 555 1234',
      })),
    })),
  )
  self.postMessage({ flags: xero.flags, tenantId })
}
