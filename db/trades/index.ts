import engineering from './engineering.json'
import farming from './farming.json'
import general from './general.json'
import joinery from './joinery.json'
import plumbing from './plumbing.json'
import printing from './printing.json'
import signs from './signs.json'
import type { Trade } from './trade.ts'

/** What a new account may begin with, in the order in which setup offers it. */
export const trades: Readonly<Record<string, Trade>> = {
  signs,
  plumbing,
  joinery,
  engineering,
  printing,
  farming,
  general,
}
