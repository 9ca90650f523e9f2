@Component({ selector: 'x', setup() {} })
@other.sealed
export class Decorated {
  @Input() name: string;
  @Output()
  readonly changed = new Emitter<string>();
  @HostListener('click', ['$event'])
  @log
  onClick(@Inject(TOKEN) event: Event) {
    return handle(event);
  }
  @bound
  arrow = () => handle(1);
}
export
@late
class Late {}
