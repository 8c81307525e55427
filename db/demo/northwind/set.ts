import categories from './categories.csv' with { type: 'text' }
import customers from './customers.csv' with { type: 'text' }
import employees from './employees.csv' with { type: 'text' }
import mapping from './mapping.json'
import orderDetails from './order_details.csv' with { type: 'text' }
import orders from './orders.csv' with { type: 'text' }
import products from './products.csv' with { type: 'text' }
import shippers from './shippers.csv' with { type: 'text' }
import suppliers from './suppliers.csv' with { type: 'text' }

export const northwind = {
  mapping,
  files: {
    'categories.csv': categories,
    'customers.csv': customers,
    'employees.csv': employees,
    'order_details.csv': orderDetails,
    'orders.csv': orders,
    'products.csv': products,
    'shippers.csv': shippers,
    'suppliers.csv': suppliers,
  },
  today: '1998-05-06',
}
