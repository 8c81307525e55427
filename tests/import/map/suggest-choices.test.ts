import { describe, expect, test } from 'bun:test'
import { itemWords } from '#server/domains/catalogue/inventory/fields.ts'
import { fieldLabel, normaliseHeader } from '#server/import/map/headers.ts'
import { importFields, importListNames } from '#server/import/map/import-lists.ts'
import { suggestChoices } from '#server/import/map/suggest-choices.ts'
import type { SourceColumn } from '#server/import/read/inspect-file.ts'

const columnsOf = (...names: string[]) => columnsWith(['1'], ...names)

const columnsWith = (samples: string[], ...names: string[]): SourceColumn[] =>
  names.map((name) => ({ name, samples, filled: samples.length, fractions: false }))

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

  test('calls no field of any list by its raw name, and those of an item as its page does', () => {
    for (const recordType of importListNames)
      for (const field of importFields(recordType))
        expect(fieldLabel(recordType, field), `${recordType} ${field}`).toMatch(/^[A-Z]/)
    const labels = Object.keys(itemWords).map((field) => [field, fieldLabel('inventory', field)])
    expect(Object.fromEntries(labels)).toEqual(itemWords)
    expect(fieldLabel('inventory', 'minimumproductionvolume')).toBe('Smallest production run')
    const heads = ['Stock name', 'Base unit', 'Base rate']
    expect(guessed('inventory', ...heads)).toMatchObject({
      ...{ materialname: 'Stock name', baseunit: 'Base unit', rate: 'Base rate' },
    })
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

  test('knows the heads of common programs, in camel and in snake case', () => {
    const heads = ['ProductNumber', 'Name', 'StandardCost', 'ListPrice', 'ReorderPoint']
    expect(guessed('inventory', ...heads)).toMatchObject({
      ...{ code: 'ProductNumber', materialname: 'Name', rate: 'StandardCost', price: 'ListPrice' },
      minimumfinishedgoodsvolume: 'ReorderPoint',
    })
    expect(guessed('inventory', 'product_number', 'list_price')).toMatchObject({ price: 'list_price' })
    expect(guessed('materials', 'sales_order_id', 'product_number', 'order_qty', 'unit_price')).toMatchObject(
      {
        ...{ jobid: 'sales_order_id', inventoryid: 'product_number' },
        ...{ estimated: 'order_qty', linerate: 'unit_price' },
      },
    )
    expect(guessed('jobs', 'SalesOrderNumber', 'ShipDate', 'OrderDate')).toMatchObject({
      ...{ reference: 'SalesOrderNumber', completed: 'ShipDate', created: 'OrderDate' },
    })
  })

  test.each([
    ['clients', 'POAddressLine1', 'addressline1'],
    ['clients', '*ContactName', 'contactname'],
    ['clients', 'POPostalCode', 'postalcode'],
    ['clients', 'Bill To City', 'city'],
    ['clients', 'Main Phone', 'contactnumber'],
    ['clients', 'PhoneNumber', 'contactnumber'],
    ['clients', 'Tax Reference', 'vatnumber'],
    ['inventory', 'PurchasesUnitPrice', 'rate'],
    ['inventory', 'Reorder Level', 'minimumfinishedgoodsvolume'],
    ['inventory', 'reorder_point', 'minimumfinishedgoodsvolume'],
    ['jobs', 'PurchaseOrderNumber', 'customerreference'],
    ['jobs', 'ship_date', 'completed'],
    ['jobs', 'orderStatus', 'status'],
    ['jobs', 'job_description', 'description'],
    ['jobs', 'customerName', 'client'],
    ['jobs', 'SalesOrderID', 'reference'],
  ])('of %s takes %s for %s', (list, head, field) => {
    expect(guessed(list, head)).toMatchObject({ [field]: head })
  })

  test('takes no column as a class or a place whose values are none', () => {
    const of = (samples: string[], ...heads: string[]) =>
      suggestChoices('inventory', columnsWith(samples, ...heads)).fields
    expect(of(['H', 'L', 'M'], 'Class').inventoryclass?.column ?? '').toBe('')
    expect(of(['1', '5'], 'Class').inventoryclass?.column).toBe('Class')
    expect(of(['Consumables'], 'Class').inventoryclass?.column).toBe('Class')
    expect(of(['3', '14'], 'Bin').defaultstorageid?.column ?? '').toBe('')
    expect(of(['Bin A', '14'], 'Bin').defaultstorageid?.column).toBe('Bin')
  })

  test('brings no default of the last file into one of other columns', () => {
    const first = suggestChoices('clients', columnsOf('Code', 'Name'))
    const withDefault = {
      ...first,
      fields: { ...first.fields, city: { column: '', and: '', fallback: 'Durban', fraction: false } },
    }
    const again = (...heads: string[]) =>
      suggestChoices('clients', columnsOf(...heads), { last: withDefault }).fields.city
    expect(again('Code', 'Name')?.fallback).toBe('Durban')
    expect(again('CustomerNumber', 'Company')?.fallback ?? '').toBe('')
    expect(again('CustomerNumber', 'Company', 'City')?.column).toBe('City')
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
