import 'htmx.org'
