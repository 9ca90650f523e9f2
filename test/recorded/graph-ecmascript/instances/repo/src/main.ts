import { Service, Other, create } from './service';
const service = new Service();
service.start();
new Service().start();
(new Service()).start();
let single = new Service();
single.start();
let twice = new Service();
twice = new Other() as never;
twice.start();
const made = create();
made.start();
create().start();
service.start().start();
const either = Math.random() ? new Service() : new Other();
either.start();
const list = [new Service()];
list[0]!.start();
const map = new Map<string, number>();
map.set('a', 1);
map.unknown();
export function typed(given: Service, either: Service | Other): void {
  given.start();
  either.start();
}
service.stop();
