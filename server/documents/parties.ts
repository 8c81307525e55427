import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import type { Organisation, Party } from '#views/documents/types.ts'

type Addressed = {
  addressline1: string
  addressline2: string
  addressline3: string
  addressline4: string
  city: string
  province: string
  country: string
  postalcode: string
}

/** The logo by its file's id, since a new logo is a new file. */
export type PrintedOrganisation = Omit<Organisation, 'logo'> & { logofile: string | null }

export type Printable<Data> = Omit<Data, 'organisation'> & { organisation: PrintedOrganisation }

export function addressLines(of: Addressed): string[] {
  const { addressline1, addressline2, addressline3, addressline4, city, province, country, postalcode } = of
  const town = [city, postalcode].filter(Boolean).join(' ')
  return [addressline1, addressline2, addressline3, addressline4, town, province, country].filter(Boolean)
}

export function organisationParty(row: OrganisationRow): PrintedOrganisation {
  const { name, registrationnumber, vatnumber, number, email, colour, logofile, bank, accountnumber } = row
  return {
    name,
    addresslines: addressLines(row),
    registrationnumber,
    vatnumber: vatnumber.trim(),
    contactnumber: number,
    contactemail: email,
    colour,
    logofile,
    ...(bank && accountnumber ? { bank: { bank, accountnumber, branchcode: row.branchcode } } : {}),
  }
}

export function clientParty(row: JobForPrint['client']): Party {
  if (!row) return { name: 'Cash sale' }
  const { name, registrationnumber, vatnumber, contactname, contactnumber, contactemail } = row
  return {
    name,
    addresslines: addressLines(row),
    registrationnumber,
    vatnumber: vatnumber.trim(),
    contactname,
    contactnumber,
    contactemail,
  }
}

export function siteParty(row: JobForPrint['location']): Party | undefined {
  if (!row) return
  const { name, contactname, contactnumber } = row
  return { name, addresslines: addressLines(row), contactname, contactnumber }
}
