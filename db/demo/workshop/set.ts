import categories from './categories.csv' with { type: 'text' }
import inventory from './inventory.csv' with { type: 'text' }
import jobs from './jobs.csv' with { type: 'text' }
import lines from './lines.csv' with { type: 'text' }
import mapping from './mapping.json'
import units from './units.csv' with { type: 'text' }

export const workshopDemo = {
  mapping,
  files: {
    'categories.csv': categories,
    'inventory.csv': inventory,
    'jobs.csv': jobs,
    'lines.csv': lines,
    'units.csv': units,
  },
  today: '2026-06-15',
}
