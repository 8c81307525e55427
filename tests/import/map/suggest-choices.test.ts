import { describe, expect, test } from 'bun:test'
import { fieldLabel, normaliseHeader } from '#server/import/map/headers.ts'
import { importFields, importListNames } from '#server/import/map/import-lists.ts'
import { suggestChoices } from '#server/import/map/suggest-choices.ts'
import type { SourceColumn } from '#server/import/read/inspect-file.ts'

const columnsOf = (...names: string[]): SourceColumn[] =>
  names.map((name) => ({ name, samples: ['a'], filled: 1, fractions: false }))

describe('the guess', () => {
  const guessed = (recordType: string, ...heads: string[]) => {
    const { fields } = suggestChoices(recordType, columnsOf(...heads))
    return Object.fromEntries(Object.entries(fields).map(([field, { column }]) => [field, column]))
  }

  test('knows its own labels and names, of every field of every list', () => {
    for (const recordType of importListNames) {
      const labels = importFields(recordType).map((field) => fieldLabel(recordType, field))
      expect(new Set(labels.map(normaliseHeader)).size, recordType).toBe(labels.length)
      for (const heads of [labels, importFields(recordType)])
        expect(guessed(recordType, ...heads), recordType).toEqual(
          Object.fromEntries(importFields(recordType).map((field, at) => [field, heads[at] ?? ''])),
        )
    }
  })

  test('knows Afrikaans, and how other programs write heads', () => {
    expect(
      guessed('clients', 'Kliëntkode', 'Kliëntnaam', 'Selfoon', 'E-pos', 'Poskode', 'BTW Nommer'),
    ).toEqual({
      ...{ code: 'Kliëntkode', name: 'Kliëntnaam', contactnumber: 'Selfoon', contactemail: 'E-pos' },
      ...{ postalcode: 'Poskode', vatnumber: 'BTW Nommer' },
    })
    expect(
      guessed('inventory', 'stock_code', 'Item Description', 'UnitPrice', 'Cost Price (R)'),
    ).toMatchObject({
      code: 'stock_code',
      materialname: 'Item Description',
    })
  })

  test('follows what was chosen the last time, also what was left out', () => {
    const columns = columnsOf('Code', 'Name', 'City')
    const first = suggestChoices('clients', columns)
    const chosen = {
      ...first,
      fields: { ...first.fields, city: { column: '', and: '', fallback: '', fraction: false } },
    }
    expect(suggestChoices('clients', columns, { last: chosen }).fields.name?.column).toBe('Name')
    const moved: typeof first = {
      ...first,
      fields: { ...first.fields, note: { ...first.fields.city!, column: 'City' } },
    }
    delete moved.fields.city
    const { fields } = suggestChoices('clients', columns, { last: moved })
    expect([fields.note?.column, fields.city?.column ?? '']).toEqual(['City', ''])
  })
})
