/** What an item needs to be used and sold, in the words of its form; lists that are exported keep the longer names. */
export const itemWords = { materialname: 'Name', baseunit: 'Unit', rate: 'Cost', price: 'Price' } as const
