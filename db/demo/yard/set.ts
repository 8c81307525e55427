import categories from './categories.csv' with { type: 'text' }
import clients from './clients.csv' with { type: 'text' }
import inventory from './inventory.csv' with { type: 'text' }
import jobs from './jobs.csv' with { type: 'text' }
import lines from './lines.csv' with { type: 'text' }
import mapping from './mapping.json'
import workers from './workers.csv' with { type: 'text' }

export const yardDemo = {
  mapping,
  files: {
    'categories.csv': categories,
    'clients.csv': clients,
    'inventory.csv': inventory,
    'jobs.csv': jobs,
    'lines.csv': lines,
    'workers.csv': workers,
  },
  today: '2026-06-15',
}
