// Generated from en/*.json by tools/messages.js; `npm run messages` writes it.

declare module "messages:account" {
  const messages: {
    title: string;
    guest(args: { name: string | number }): string;
    noAccount: string;
    loggedInAs(args: { name: string | number }): string;
    profile: string;
    register: string;
    logIn: string;
    name: string;
    nameHint: string;
    password: string;
    passwordHint: string;
    logOut: string;
    logOutEverywhere: string;
    loggedOut: string;
    changePassword: {
      title: string;
      current: string;
      new: string;
      submit: string;
      done: string;
    };
    bots: {
      title: string;
      text: string;
      name: string;
      create: string;
      newToken: string;
      revoke: string;
      token(args: { name: string | number }): string;
      revokeTitle(args: { name: string | number }): string;
      revokeText: string;
      keep: string;
      revoked(args: { name: string | number }): string;
    };
    data: {
      title: string;
      text: string;
      download: string;
    };
    delete: {
      title: string;
      text: string;
      open: string;
      confirm: string;
      password: string;
      done: string;
    };
    player: {
      since(args: { date: string | number }): string;
      record(args: { played: number; won: string | number }): string;
      kinds: {
        guest: string;
        person: string;
        bot: string;
      };
      ratings: string;
      unrated: string;
      rating: string;
      games: string;
      uncertainty: string;
      historyLabel(args: { players: string | number }): string;
      historyRange(args: { players: string | number; low: string | number; high: string | number }): string;
      history: string;
      none: string;
      more: string;
      against: string;
      replay: string;
    };
    leaderboard: {
      title: string;
      text: string;
      players: string;
      none: string;
      rank: string;
      name: string;
    };
  };
  export default messages;
}

declare module "messages:board" {
  const messages: {
    label(args: { board: string | number | boolean }): string;
    keys: string;
    zoomIn: string;
    zoomOut: string;
    fit: string;
    zoom: string;
    notation: string;
    empty(args: { cell: string | number }): string;
    stack(args: { cell: string | number; colour: string | number; height: number; cap: string | number }): string;
    marker(args: { cell: string | number; colour: string | number }): string;
    territory(args: { cell: string | number; colour: string | number }): string;
    choosable(args: { cell: string | number }): string;
    chosen(args: { cell: string | number }): string;
    noted(args: { cell: string | number; note: string | number }): string;
    placed(args: { player: string | number; rings: number; to: string | number }): string;
    moved(args: { player: string | number; from: string | number; to: string | number }): string;
    captured(args: { player: string | number; target: string | number; from: string | number; to: string | number }): string;
    slid(args: { player: string | number; from: string | number; to: string | number }): string;
    lineTaken(args: { player: string | number; first: string | number; last: string | number }): string;
    regionTaken(args: { player: string | number; cells: number; first: string | number }): string;
    paid(args: { player: string | number; from: string | number }): string;
    forced(args: { player: string | number; from: string | number }): string;
    swapped: string;
    skipped(args: { player: string | number }): string;
    flipped(args: { markers: number; colour: string | number }): string;
    collapsed(args: { cells: number; colour: string | number }): string;
    eliminated(args: { rings: number }): string;
    toMove(args: { player: string | number }): string;
    won(args: { colour: string | number }): string;
  };
  export default messages;
}

declare module "messages:engine" {
  const messages: {
    notationForms: string;
    position: {
      length(args: { max: string | number }): string;
      fields(args: { count: string | number; names: string | number }): string;
      number: string;
      rows(args: { count: string | number }): string;
      pieces: string;
      cellsInRow(args: { count: string | number }): string;
      valuePerSeat(args: { count: string | number }): string;
      turn: string;
      cell(args: { board: string | number }): string;
      rounds: string;
      result: string;
    };
    search: {
      gameOver: string;
      bookkeepingDue(args: { move: string | number }): string;
      noLevel(args: { level: string | number; max: string | number }): string;
    };
  };
  export default messages;
}

declare module "messages:game" {
  const messages: {
    loading: string;
    kinds: {
      person: string;
      remote: string;
      engine: string;
      random: string;
    };
    levelKind: string;
    won(args: { name: string | number }): string;
    youWon: string;
    youLost: string;
    yourTurn: string;
    spectator: string;
    open: {
      title: string;
      text: string;
      link: string;
      join: string;
      leave: string;
      aborted: string;
    };
    notVisible: string;
    lobby: string;
    resign: string;
    resignTitle: string;
    resignText: string;
    keepPlaying: string;
    takeBack: string;
    takeBackAsked: string;
    takeBackWanted(args: { name: string | number }): string;
    agree: string;
    decline: string;
    withdraw: string;
    claim: string;
    claimHint: string;
    rematch: string;
    rematchWanted(args: { name: string | number }): string;
    replay: string;
    study: string;
    newGame: string;
    lowTime(args: { name: string | number; seconds: number }): string;
    substituted(args: { name: string | number }): string;
    swapped: string;
    takenBack: string;
    chat: {
      title: string;
      empty: string;
      label: string;
      send: string;
      offline: string;
    };
    thinking(args: { name: string | number }): string;
    reconnecting: string;
    invited(args: { name: string | number }): string;
    accept: string;
    watch: string;
    full: string;
  };
  export default messages;
}

declare module "messages:home" {
  const messages: {
    headline: string;
    tagline: string;
    picture: string;
    computer: {
      title: string;
      level: string;
      levelOption(args: { level: string | number; hint: string | number }): string;
      levelHint(args: { level: string | number | boolean }): string;
      board: string;
      start: string;
      note: string;
    };
    friend: {
      title: string;
      text: string;
      start: string;
    };
    quick: {
      title: string;
      text: string;
    };
    learn: {
      title: string;
      text: string;
      start: string;
    };
    sandbox: {
      title: string;
      text: string;
      start: string;
    };
    watch: string;
    lobby: string;
    replay: string;
    yours: string;
  };
  export default messages;
}

declare module "messages:learn" {
  const messages: {
    title: string;
    lead: string;
    progress: string;
    completed(args: { done: string | number; count: string | number }): string;
    start: string;
    continue(args: { lesson: string | number }): string;
    rulebook: string;
    done: string;
    reset: string;
    all: string;
    lessonNumber(args: { number: string | number; count: string | number }): string;
    tasks: string;
    task(args: { number: string | number; solved: string | number | boolean }): string;
    taskNumber(args: { number: string | number; count: string | number }): string;
    yourTask: string;
    rule(args: { rule: string | number }): string;
    hint: string;
    nextHint: string;
    showSolution: string;
    restart: string;
    again: string;
    takeBack: string;
    correct: string;
    notYet: string;
    waiting: {
      done: string;
      missed: string;
    };
    nextTask: string;
    nextLesson(args: { lesson: string | number }): string;
    playLevel(args: { level: string | number }): string;
    sandbox: string;
  };
  export default messages;
}

declare module "messages:lessons" {
  const messages: {
    board: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    placing: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    moving: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          count: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    markers: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          landed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          landed: string;
        };
      }];
    };
    landing: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          passed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          handed: string;
        };
      }];
    };
    capture: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    chain: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          one: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          one: string;
        };
      }];
    };
    line: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          crossed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    reward: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          four: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          all: string;
          otherEnd: string;
        };
      }];
    };
    region: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          left: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          left: string;
        };
      }];
    };
    forced: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }];
    };
    recovery: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          declined: string;
        };
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          declined: string;
          stepped: string;
        };
      }];
    };
    swap: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
    winning: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }, {
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
        mistakes: {
          freed: string;
        };
      }];
    };
    game: {
      title: string;
      summary: string;
      tasks: [{
        text: string[];
        ask: string;
        hints: string[];
        done: string;
        missed: string;
      }];
    };
  };
  export default messages;
}

declare module "messages:lobby" {
  const messages: {
    title: string;
    openGames: string;
    noOpenGames: string;
    liveGames: string;
    noLiveGames: string;
    newGame: string;
    join: string;
    watch: string;
    openOwn: string;
    rated: string;
    openSeat: string;
    seconds(args: { seconds: string | number }): string;
    minutes(args: { minutes: string | number }): string;
    clock: {
      none: string;
      perMove(args: { time: string | number }): string;
      fischer(args: { initial: string | number; increment: string | number }): string;
      correspondence(args: { days: number }): string;
    };
    dialog: {
      board: string;
      players: string;
      edition: string;
      clock: string;
      seats: string;
      seat(args: { seat: string | number; colour: string | number }): string;
      me: string;
      anyone: string;
      visibility: string;
      public: string;
      private: string;
      swap: string;
      swapHint: string;
      rated: string;
      ratedHint: string;
      ratedNeedsAccount: string;
      create: string;
    };
    quick: {
      title: string;
      searching: string;
      hint: string;
      start: string;
      stop: string;
      trouble: string;
      missed: string;
    };
  };
  export default messages;
}

declare module "messages:play" {
  const messages: {
    prompt(args: { player: string | number; prompt: string | number }): string;
    place: string;
    placeMany(args: { count: number }): string;
    placeStacksOnly: string;
    howMany(args: { cell: string | number; max: string | number }): string;
    swapOrPlace: string;
    chooseStack: string;
    chooseStackFor(args: { cell: string | number }): string;
    moveStack(args: { cell: string | number }): string;
    movePlaced(args: { cell: string | number }): string;
    captureOrStop(args: { cell: string | number }): string;
    chain(args: { cell: string | number }): string;
    chooseLanding(args: { target: string | number }): string;
    collapseLine: string;
    chooseLine: string;
    whichLine: string;
    reward(args: { length: string | number; cost: string | number; segment: string | number }): string;
    rewardFree(args: { segment: string | number }): string;
    chooseRegion: string;
    whichRegion: string;
    payLine: string;
    payLineRing: string;
    payRegion: string;
    payRecovery: string;
    forced: string;
    chooseSlide: string;
    slideTo(args: { cell: string | number }): string;
    extract: string;
    costRing: string;
    costCap: string;
    costBuried: string;
    free: string;
    lineGain(args: { cells: number; cost: string | number }): string;
    regionGain(args: { cells: number; rings: number; cost: string | number }): string;
    pays(args: { rings: number }): string;
    swap: string;
    keepSide(args: { player: string | number }): string;
    keepRings: string;
    rings(args: { count: number }): string;
    countLabel: string;
    stop: string;
    collapse(args: { cost: string | number }): string;
    all(args: { length: string | number; cost: string | number }): string;
    line(args: { from: string | number; to: string | number; gain: string | number }): string;
    region(args: { cell: string | number; gain: string | number }): string;
    leaveRegion: string;
    leaveRegions: string;
    noRecovery: string;
    back: string;
    stuck(args: { cell: string | number }): string;
    notOffered: string;
    clickLine: string;
    clickRegion: string;
    clickMarker: string;
    noSlideThere: string;
    notReachable(args: { cell: string | number }): string;
    noSuchMove(args: { text: string | number }): string;
    rule(args: { rule: string | number }): string;
    dismiss: string;
    board: string;
    scores: string;
    log: string;
    emptyLog: string;
    start: string;
    toMove: string;
    sound: string;
    soundState(args: { on: string | number | boolean }): string;
    you: string;
    away: string;
    wentAway(args: { name: string | number }): string;
    cameBack(args: { name: string | number }): string;
    inHand: string;
    eliminated: string;
    territory: string;
    outOf(args: { count: string | number; needed: string | number }): string;
    moreThanOthers(args: { count: string | number }): string;
    out: string;
    lastStanding(args: { rounds: string | number }): string;
    timeLeft(args: { time: string | number }): string;
    days(args: { days: string | number; hours: string | number }): string;
    sent: string;
    waitingFor(args: { player: string | number }): string;
    earlier: string;
    toNow: string;
    linkBroken: string;
    linkTooLong(args: { max: number }): string;
    wins(args: { player: string | number }): string;
    wonBy(args: { reason: string | number | boolean }): string;
    rank(args: { rank: number }): string;
  };
  export default messages;
}

declare module "messages:records" {
  const messages: {
    start: string;
    json(args: { problem: string | number }): string;
    unknownFormat: string;
    header: string;
    headerTwice(args: { name: string | number }): string;
    headerMissing(args: { name: string | number }): string;
    headerValue(args: { name: string | number; value: string | number; expected: string | number }): string;
    extraPlayer(args: { seat: string | number; players: string | number }): string;
    position(args: { problem: string | number }): string;
    headersDisagree(args: { name: string | number }): string;
    resultsDiffer(args: { header: string | number; moves: string | number }): string;
    reason(args: { reason: string | number; choices: string | number }): string;
    number: string;
    ranks: string;
    hexadecimal(args: { digits: string | number }): string;
    afterEnd(args: { text: string | number }): string;
    strayBrace(args: { sign: string | number }): string;
    cutOff(args: { move: string | number }): string;
    strayTag(args: { name: string | number }): string;
    unknownTag(args: { name: string | number }): string;
    moveNumber(args: { number: string | number }): string;
    turnNumber(args: { written: string | number; turn: string | number }): string;
    moveMissing(args: { due: string | number; written: string | number }): string;
    moveRefused(args: { written: string | number; problem: string | number }): string;
    moveCount(args: { found: string | number; claimed: string | number }): string;
    otherResult(args: { move: string | number; found: string | number; claimed: string | number }): string;
    notOver: string;
    wonBy(args: { seat: string | number; reason: string | number }): string;
    otherRanking(args: { found: string | number; claimed: string | number }): string;
    otherHash(args: { found: string | number; claimed: string | number }): string;
    chainBroken: string;
    tooLong(args: { max: string | number }): string;
  };
  export default messages;
}

declare module "messages:replay" {
  const messages: {
    title: string;
    lead: string;
    record: string;
    loading: string;
    another: string;
    first: string;
    previous: string;
    next: string;
    last: string;
    play: string;
    pause: string;
    slider: string;
    position(args: { move: string | number; count: string | number; turn: string | number }): string;
    speed: string;
    study: string;
    sandbox: string;
    evaluation: string;
    evaluating(args: { done: string | number; count: string | number }): string;
    graph: string;
    noEngine: string;
    turningPoints: string;
    noTurningPoints: string;
    turningPoint(args: { notation: string | number; before: string | number; after: string | number }): string;
    share(args: { seat: string | number; percent: string | number }): string;
    over: string;
  };
  export default messages;
}

declare module "messages:rulebook" {
  const messages: {
    title: string;
    lead: string;
    lessons: string;
    search: string;
    searchHint: string;
    found(args: { count: number }): string;
    exactBadge: string;
    contents: string;
    openInSandbox: string;
    showBefore: string;
    playMove(args: { left: number }): string;
  };
  export default messages;
}

declare module "messages:sandbox" {
  const messages: {
    title: string;
    undo: string;
    redo: string;
    hint: string;
    hintMark: string;
    thinking: string;
    computerThinking(args: { seat: string | number; level: string | number }): string;
    suggestion(args: { notation: string | number }): string;
    newGame: string;
    edit: string;
    scenarios: string;
    share: string;
    study: string;
    pause: string;
    play: string;
    playFromHere: string;
    paused: string;
    speed: string;
    noScenario(args: { id: string | number }): string;
    openFailed: string;
    restoreFailed(args: { why: string | number }): string;
    otherFormat: string;
    board: string;
    players: string;
    edition: string;
    swap: string;
    person: string;
    level(args: { level: string | number }): string;
    seatPlayer(args: { seat: string | number }): string;
    start: string;
    editTitle: string;
    editLead: string;
    pieces: string;
    ring(args: { seat: string | number }): string;
    marker(args: { seat: string | number }): string;
    territory(args: { seat: string | number }): string;
    remove: string;
    clear: string;
    toMove: string;
    rings: string;
    inHand(args: { count: string | number }): string;
    eliminated(args: { count: string | number }): string;
    eliminateMore(args: { seat: string | number }): string;
    eliminateFewer(args: { seat: string | number }): string;
    noRing(args: { seat: string | number }): string;
    valid: string;
    done: string;
    cancel: string;
    scenarioLead: string;
    search: string;
    found(args: { count: number }): string;
    open: string;
    playMoves: string;
    rules: string;
    subjects: {
      placement: string;
      swap: string;
      movement: string;
      capture: string;
      chain_capture: string;
      line: string;
      region: string;
      forced_elimination: string;
      recovery: string;
      last_player_standing: string;
      stalemate: string;
      ring_elimination: string;
      territory_control: string;
      ranking: string;
      import: string;
    };
    link: string;
    gameLink: string;
    position: string;
    record: string;
    download: string;
    load: string;
    loadLabel: string;
    loadHint: string;
    file: string;
  };
  export default messages;
}

declare module "messages:settings" {
  const messages: {
    title: string;
    scope: string;
    theme: {
      label: string;
      auto: string;
      light: string;
      dark: string;
    };
    colours: {
      label: string;
      hint: string;
      usual: string;
      clear: string;
    };
    patterns: {
      label: string;
      hint: string;
      plain: string;
      strong: string;
    };
    motion: {
      label: string;
      auto: string;
      on: string;
      off: string;
    };
    sound: {
      label: string;
      hint: string;
    };
    coordinates: {
      label: string;
      hint: string;
    };
    language: {
      label: string;
    };
  };
  export default messages;
}

declare module "messages:shell" {
  const messages: {
    name: string;
    title(args: { page: string | number }): string;
    skip: string;
    navigation: string;
    menu: string;
    logIn: string;
    pages: {
      home: string;
      lobby: string;
      game: string;
      join: string;
      sandbox: string;
      replay: string;
      replayGame: string;
      study: string;
      learn: string;
      lesson: string;
      rulebook: string;
      profile: string;
      leaders: string;
      settings: string;
      account: string;
    };
    notFound: {
      title: string;
      advice: string;
      home: string;
    };
    crash: {
      title: string;
      advice: string;
      reload: string;
    };
    retry: string;
    loading: string;
    connection: {
      connecting: string;
      reconnecting: string;
      connected: string;
    };
    close: string;
    copy: string;
    copied: string;
    copyFailed: string;
    errors: {
      offline: string;
      unexpected(args: { status: string | number }): string;
    };
  };
  export default messages;
}

declare module "messages:study" {
  const messages: {
    title: string;
    start: string;
    stop: string;
    again: string;
    variations: string;
    count: string;
    queued(args: { count: number }): string;
    thinking: string;
    stopped: string;
    done: string;
    depth(args: { depth: string | number }): string;
    nodes(args: { count: number }): string;
    speed(args: { count: number }): string;
    onServer: string;
    askServer: string;
    pageFirst: string;
    serverOnly: string;
    inPage: string;
    nowhere: string;
    refused(args: { message: string | number }): string;
    over: string;
    shares: string;
    share(args: { seat: string | number; percent: string | number }): string;
    goTo(args: { notation: string | number }): string;
    undo: string;
    redo: string;
    sandbox: string;
    newGame: string;
    load: string;
  };
  export default messages;
}

declare module "messages:terms" {
  const messages: {
    seat(args: { seat: string | number | boolean }): string;
    colour(args: { seat: string | number | boolean }): string;
    boards: {
      square8: string;
      hex8: string;
      square19: string;
      hexagonal: string;
    };
    editions: {
      standard: string;
      classic: string;
    };
    players(args: { count: number }): string;
    level(args: { level: string | number }): string;
    speeds: {
      slow: string;
      normal: string;
      fast: string;
    };
  };
  export default messages;
}

declare module "messages:rules" {
  import messages from "@package/rules/data/messages.json";
  const rules: Omit<typeof messages, "$comment" | "codes">;
  export default rules;
}

declare module "messages:languages" {
  const languages: string[];
  export default languages;
}
