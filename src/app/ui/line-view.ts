import { Observable } from "../../sync/state/observable.ts";

/** Lines that are drawn beyond those in sight, above and below. */
const spare = 4;
/** So many at most are drawn ahead of a fast scroll: what comes into sight before the next frame is there already. */
const aheadAtMost = 24;
/** A scroll that was faster has slowed down after so many steps in turn that aren't. */
const slowAfter = 8;
/** Scrolling has come to rest when nothing has moved for this long, in ms. */
const restMs = 150;
/**
 * The most room that there is, in px, and until it is measured it is that: what is drawn too much is not in sight.
 * A page without its stylesheet has room for the whole list.
 */
export const mostRoom = 600;
/** A list takes no more of a page than this, in px: browsers lay out nothing beyond 17,000,000 or 33,000,000. */
export const tallest = 8_000_000;

/** Lines from `from` to before `end`. */
export interface Stretch {
  readonly from: number;
  readonly end: number;
}

/** The lines to draw. */
export interface Drawing extends Stretch {
  /** Elements may go from line to line: the list is being scrolled, and nobody has the focus or a selection in it. */
  readonly moving: boolean;
  /** How many px the lines stand above the places that their numbers give: a list that is too tall for a page is cut. */
  readonly lift: number;
}

/** A list of equally high lines; in px. */
export interface Lines {
  readonly count: number;
  readonly height: number;
  /** What stands above the first line. */
  readonly before: number;
}

/** The height that a list takes in a page. */
export const heightOf = ({ count, height }: Pick<Lines, "count" | "height">): number => Math.min(count * height, tallest);

/** What is in sight of a list in a scrolling area, and what to draw of it. */
export class LineView {
  readonly drawing: Observable<Drawing>;
  #lines: Lines;
  #area: HTMLElement | undefined;
  #room = mostRoom;
  #scroll = 0;
  #lift = 0;
  /** How many lines to draw further in the direction of travel; below 0 it is upwards. */
  #ahead = 0;
  /** Steps since the last one that was faster than lines can be drawn ahead. */
  #slowSteps = slowAfter;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
    this.drawing = new Observable(this.#toDraw(false));
  }

  /** Looks at the list through an area, until the returned function is called. */
  attach(area: HTMLElement): () => void {
    this.#area = area;
    const measure = (): void => {
      this.#room = Math.min(area.clientHeight, mostRoom) || mostRoom;
      this.#catchUp();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => {
      observer.disconnect();
      clearTimeout(this.#rest);
      this.#area = undefined;
    };
  }

  /** Says what the list is now, once the page has it so. */
  setLines(lines: Lines): void {
    const { count, height, before } = this.#lines;
    if (lines.count === count && lines.height === height && lines.before === before) return;
    this.#lines = lines;
    this.#scroll = this.#area?.scrollTop ?? 0;
    this.#lift = Math.min(this.#lift, this.#cut);
    this.#catchUp();
  }

  /** The lines in sight. */
  get sight(): Stretch {
    const { height, before } = this.#lines;
    return {
      from: this.#within(Math.floor((this.#top - before) / height)),
      end: this.#within(Math.ceil((this.#top + this.#room - before) / height)),
    };
  }

  get isAtTop(): boolean {
    return this.#top <= 0;
  }

  /** Follows the area's scrolling. */
  follow(): void {
    const area = this.#area;
    if (!area) return;
    const before = this.#top;
    this.#readPlace(area);
    const moved = this.#top - before;
    if (moved === 0) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), restMs);
    const step = Math.round(moved / this.#lines.height);
    const moving = !this.#isTouched(area);
    this.#slowSteps = Math.abs(step) + spare > aheadAtMost ? 0 : this.#slowSteps + 1;
    if (moving && this.#slowSteps < slowAfter) {
      // A scroll that is faster than lines can be drawn ahead gets what is in sight alone, and that sooner. A slower step
      // in between gets no more: three times as many lines would make the next one the slower to come, and so the faster.
      this.#ahead = 0;
      this.drawing.set(this.#toDraw(moving, 0));
      return;
    }
    const ahead = Math.min(aheadAtMost, spare + Math.ceil(Math.abs(moved) / this.#lines.height)) * Math.sign(moved);
    // A scroll draws no less ahead for one slower step: elements would come and go.
    const goesOn = Math.sign(ahead) === Math.sign(this.#ahead);
    this.#ahead = goesOn && Math.abs(ahead) < Math.abs(this.#ahead) ? this.#ahead : ahead;
    // What the next step brings into sight is drawn in this one: as many lines in each frame, and none too late.
    if (!this.#isDrawn(Math.max(0, -step), Math.max(0, step))) this.drawing.set(this.#toDraw(moving));
  }

  /** Moves the list on by so many lines, with what is drawn. */
  moveBy(lines: number): void {
    this.#scroll = this.#area?.scrollTop ?? 0;
    this.moveTo(this.#top + lines * this.#lines.height);
  }

  /** Stands the list at a place of its whole length, in px. */
  moveTo(top: number): void {
    const area = this.#area;
    if (!area) return;
    const farthest = area.scrollHeight - area.clientHeight;
    area.scrollTop = this.#cut > 0 ? (top * farthest) / (farthest + this.#cut) : top;
    this.#scroll = area.scrollTop;
    this.#lift = this.#cut > 0 ? Math.round(top - this.#scroll) : 0;
    this.#catchUp();
  }

  get #top(): number {
    return this.#scroll + this.#lift;
  }

  /** By how much the list is longer than what it takes in the page. */
  get #cut(): number {
    return this.#lines.count * this.#lines.height - heightOf(this.#lines);
  }

  #within(index: number): number {
    return Math.max(0, Math.min(index, this.#lines.count));
  }

  #toDraw(moving: boolean, around = spare): Drawing {
    const { from, end } = this.sight;
    return {
      from: this.#within(from - Math.max(around, -this.#ahead)),
      end: this.#within((moving ? from + this.#mostInSight : end) + Math.max(around, this.#ahead)),
      moving,
      lift: this.#lift,
    };
  }

  /** While it is scrolled as many lines are drawn for each step, so that no element comes and goes. */
  get #mostInSight(): number {
    return Math.ceil(this.#room / this.#lines.height) + 1;
  }

  #catchUp(): void {
    if (!this.#isDrawn(0, 0)) this.drawing.set(this.#toDraw(false));
  }

  /** Whether what is in sight, and so many lines above and below, is drawn. */
  #isDrawn(above: number, below: number): boolean {
    const { from, end } = this.sight;
    const drawn = this.drawing.get();
    return drawn.from <= this.#within(from - above) && drawn.end >= this.#within(end + below) && drawn.lift === this.#lift;
  }

  /** Of a list that is cut, the bar tells the place after a leap; a step is a step of as many px, until the bar ends. */
  #readPlace(area: HTMLElement): void {
    const now = area.scrollTop;
    const isLeap = Math.abs(now - this.#scroll) > 2 * this.#room;
    this.#scroll = now;
    const cut = this.#cut;
    if (cut === 0) return;
    const farthest = area.scrollHeight - area.clientHeight;
    if (isLeap) this.#lift = Math.round((now / farthest) * cut);
    else if ((now <= 0 && this.#lift > 0) || (now >= farthest && this.#lift < cut)) this.moveTo(this.#top);
  }

  /** At rest the lines stand in the document in their order again, and the bar where it should. */
  #settle(): void {
    this.#ahead = 0;
    this.#slowSteps = slowAfter;
    if (this.#cut > 0) this.moveTo(this.#top);
    const drawn = this.drawing.get();
    if (drawn.moving) this.drawing.set(this.#isDrawn(spare, spare) ? { ...drawn, moving: false } : this.#toDraw(false));
  }

  #isTouched(area: Element): boolean {
    const selection = getSelection();
    return area.contains(document.activeElement) || (selection?.isCollapsed === false && area.contains(selection.anchorNode));
  }
}
