import { Observable } from "../../sync/state/observable.ts";

/** Overscan: extra lines drawn above and below the visible ones. */
const spare = 4;
/** Most lines drawn ahead of a fast scroll, so they are ready before the next frame. */
const aheadAtMost = 24;
/** A fast scroll counts as slow again after this many slower steps in a row. */
const slowAfter = 8;
/** Scrolling has stopped after this long without movement, in ms. */
const restMs = 150;
/**
 * Upper bound for the viewport height, in px; also assumed until it is measured, since surplus lines are out of sight.
 * Without its stylesheet the page has room for the whole list.
 */
export const mostRoom = 600;
/** Maximum list height, in px: browsers lay out nothing beyond 17,000,000 or 33,000,000. */
export const tallest = 8_000_000;

/** Lines from `from` (inclusive) to `end` (exclusive). */
export interface Stretch {
  readonly from: number;
  readonly end: number;
}

/** The lines to draw. */
export interface Drawing extends Stretch {
  /** Elements may be reused for other lines: the list is scrolling, with no focus or selection inside. */
  readonly moving: boolean;
  /** How many px above their nominal position the lines are drawn, in a list too tall for a page. */
  readonly lift: number;
}

/** A list of equally high lines; in px. */
export interface Lines {
  readonly count: number;
  readonly height: number;
  /** Height above the first line. */
  readonly before: number;
}

/** Height of the list in the page. */
export const heightOf = ({ count, height }: Pick<Lines, "count" | "height">): number => Math.min(count * height, tallest);

/** What is visible of a list in a scrolling area, and what to draw of it. */
export class LineView {
  readonly drawing: Observable<Drawing>;
  #lines: Lines;
  #area: HTMLElement | undefined;
  #room = mostRoom;
  #scroll = 0;
  #lift = 0;
  /** Extra lines to draw in the direction of travel; negative when upwards. */
  #ahead = 0;
  /** Steps since the last one too fast to draw ahead of. */
  #slowSteps = slowAfter;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
    this.drawing = new Observable(this.#toDraw(false));
  }

  /** Observes the scrolling area; returns the detach function. */
  attach(area: HTMLElement): () => void {
    this.#area = area;
    const measure = (): void => {
      // Without lines the area is as high as what stands there in their place.
      this.#room = (this.#lines.count > 0 && Math.min(area.clientHeight, mostRoom)) || mostRoom;
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

  /** Updates the list, once it is in the DOM. */
  setLines(lines: Lines): void {
    const { count, height, before } = this.#lines;
    if (lines.count === count && lines.height === height && lines.before === before) return;
    this.#lines = lines;
    this.#scroll = this.#area?.scrollTop ?? 0;
    this.#lift = Math.min(this.#lift, this.#cut);
    this.#catchUp();
  }

  /** The visible lines. */
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

  /** Handles the area's scroll event. */
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
      // A scroll too fast to draw ahead of gets only the visible lines, sooner. A slower step in between gets no more:
      // drawing three times as many lines would delay the next step and make it larger still.
      this.#ahead = 0;
      this.drawing.set(this.#toDraw(moving, 0));
      return;
    }
    const ahead = Math.min(aheadAtMost, spare + Math.ceil(Math.abs(moved) / this.#lines.height)) * Math.sign(moved);
    // Don't draw less ahead after one slower step, or elements would come and go.
    const goesOn = Math.sign(ahead) === Math.sign(this.#ahead);
    this.#ahead = goesOn && Math.abs(ahead) < Math.abs(this.#ahead) ? this.#ahead : ahead;
    // Draw in this step what the next one will show: the same number of lines per frame, none late.
    if (!this.#isDrawn(Math.max(0, -step), Math.max(0, step))) this.drawing.set(this.#toDraw(moving));
  }

  /** Scrolls by this many lines and redraws. */
  moveBy(lines: number): void {
    this.#scroll = this.#area?.scrollTop ?? 0;
    this.moveTo(this.#top + lines * this.#lines.height);
  }

  /** Scrolls to an offset in the full list, in px. */
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

  /** How many px the list exceeds its height in the page. */
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

  /** Constant number of lines per step while scrolling, so no elements come and go. */
  get #mostInSight(): number {
    return Math.ceil(this.#room / this.#lines.height) + 1;
  }

  #catchUp(): void {
    if (!this.#isDrawn(0, 0)) this.drawing.set(this.#toDraw(false));
  }

  /** Whether the visible lines and this many above and below are drawn. */
  #isDrawn(above: number, below: number): boolean {
    const { from, end } = this.sight;
    const drawn = this.drawing.get();
    return drawn.from <= this.#within(from - above) && drawn.end >= this.#within(end + below) && drawn.lift === this.#lift;
  }

  /** In a clamped list, a leap maps from the scrollbar's position; a step scrolls by the same number of px, until the bar ends. */
  #readPlace(area: HTMLElement): void {
    const now = area.scrollTop;
    const moved = Math.abs(now - this.#scroll);
    this.#scroll = now;
    const cut = this.#cut;
    if (cut === 0) return;
    const farthest = area.scrollHeight - area.clientHeight;
    // A drag of the bar by one device pixel, of which there are up to four to a px. What else moves the list so far goes to an end.
    const shortestDrag = farthest / (4 * area.clientHeight);
    const isLeap = moved > (now <= 0 || now >= farthest ? 2 * this.#room : shortestDrag);
    if (isLeap) this.#lift = Math.round((now / farthest) * cut);
    else if ((now <= 0 && this.#lift > 0) || (now >= farthest && this.#lift < cut)) this.moveTo(this.#top);
  }

  /** When scrolling stops, restore document order and the scrollbar's true position. */
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
