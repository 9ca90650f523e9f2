import Prices, { money } from './Prices.vue'
money(Prices)
