<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>跳转</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>New program</source>
        <translation>新建程序</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Paste HLO text</source>
        <translation>粘贴 HLO 文本</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save capture…</source>
        <translation>保存记录…</translation>
    </message>
    <message>
        <source>Save picture of the window…</source>
        <translation>保存窗口图片…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Apply the fix at the cursor</source>
        <translation>应用光标处的修正</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>上一个问题</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Explore workspace</source>
        <translation>探索工作区</translation>
    </message>
    <message>
        <source>Fusion workspace</source>
        <translation>融合工作区</translation>
    </message>
    <message>
        <source>Run workspace</source>
        <translation>运行工作区</translation>
    </message>
    <message>
        <source>Teach workspace</source>
        <translation>教学工作区</translation>
    </message>
    <message>
        <source>Reset workspace</source>
        <translation>重置工作区</translation>
    </message>
    <message>
        <source>Left column</source>
        <translation>左栏</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Theme: auto</source>
        <translation>主题：自动</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Size: 100 %</source>
        <translation>大小：100 %</translation>
    </message>
    <message>
        <source>Size: class view, 130 %</source>
        <translation>大小：课堂视图，130 %</translation>
    </message>
    <message>
        <source>Size: 200 %</source>
        <translation>大小：200 %</translation>
    </message>
    <message>
        <source>Language: English</source>
        <translation>语言：英语</translation>
    </message>
    <message>
        <source>Language: Chinese</source>
        <translation>语言：中文</translation>
    </message>
    <message>
        <source>Previous pass</source>
        <translation>上一个 pass</translation>
    </message>
    <message>
        <source>Next pass</source>
        <translation>下一个 pass</translation>
    </message>
    <message>
        <source>Previous changed pass</source>
        <translation>上一个有改动的 pass</translation>
    </message>
    <message>
        <source>Next changed pass</source>
        <translation>下一个有改动的 pass</translation>
    </message>
    <message>
        <source>Previous rewrite or trace step</source>
        <translation>上一条改写或追踪步骤</translation>
    </message>
    <message>
        <source>Next rewrite or trace step</source>
        <translation>下一条改写或追踪步骤</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Next region</source>
        <translation>下一个区域</translation>
    </message>
    <message>
        <source>Close, clear, then go back</source>
        <translation>关闭、清除、再后退</translation>
    </message>
    <message>
        <source>Pin the selection</source>
        <translation>固定所选</translation>
    </message>
    <message>
        <source>From the source to its node</source>
        <translation>从源代码到节点</translation>
    </message>
    <message>
        <source>HLO diff</source>
        <translation>HLO 对比</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Fusion decisions</source>
        <translation>融合决策</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Compile and run</source>
        <translation>编译并运行</translation>
    </message>
    <message>
        <source>Measure eager and jit</source>
        <translation>测量 eager 与 jit</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restart the worker</source>
        <translation>重启工作进程</translation>
    </message>
    <message>
        <source>Show the last good result</source>
        <translation>显示上次的正确结果</translation>
    </message>
    <message>
        <source>Switch all passes and rules on</source>
        <translation>打开所有 pass 和规则</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>About Onepot</source>
        <translation>关于 Onepot</translation>
    </message>
    <message>
        <source>Graph: fit all</source>
        <translation>图：全部适应</translation>
    </message>
    <message>
        <source>Graph: centre the selection</source>
        <translation>图：居中所选</translation>
    </message>
    <message>
        <source>Graph: larger</source>
        <translation>图：放大</translation>
    </message>
    <message>
        <source>Graph: smaller</source>
        <translation>图：缩小</translation>
    </message>
    <message>
        <source>Graph: 100 %</source>
        <translation>图：100 %</translation>
    </message>
    <message>
        <source>Graph: split</source>
        <translation>图：并排</translation>
    </message>
    <message>
        <source>Graph: overlay</source>
        <translation>图：叠加</translation>
    </message>
    <message>
        <source>Graph: after alone</source>
        <translation>图：仅之后</translation>
    </message>
    <message>
        <source>Graph: text</source>
        <translation>图：文本</translation>
    </message>
    <message>
        <source>Graph: heat by time</source>
        <translation>图：按耗时着色</translation>
    </message>
    <message>
        <source>Graph: radius around the selection</source>
        <translation>图：所选周围半径</translation>
    </message>
    <message>
        <source>Graph: what-if of the selected edge</source>
        <translation>图：所选边的假设</translation>
    </message>
    <message>
        <source>History of the selection</source>
        <translation>所选的经历</translation>
    </message>
    <message>
        <source>Search this view</source>
        <translation>搜索此视图</translation>
    </message>
    <message>
        <source>Next row</source>
        <translation>下一行</translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation>上一行</translation>
    </message>
    <message>
        <source>Complete the word</source>
        <translation>补全单词</translation>
    </message>
    <message>
        <source>The selected operation</source>
        <translation>所选操作的说明</translation>
    </message>
</context>
<context>
    <name>onepot::Application</name>
    <message>
        <source>Replayed from a capture</source>
        <translation>从记录重放</translation>
    </message>
    <message>
        <source>A replayed capture has no program that could run</source>
        <translation>重放的记录没有可运行的程序</translation>
    </message>
    <message>
        <source>Opened; Ctrl+Enter runs it</source>
        <translation>已打开；按 Ctrl+Enter 运行</translation>
    </message>
    <message>
        <source>The sample %1 is not in this program</source>
        <translation>本程序中没有示例 %1</translation>
    </message>
    <message>
        <source>Nothing to compile</source>
        <translation>没有可编译的内容</translation>
    </message>
    <message>
        <source>The clipboard holds no text</source>
        <translation>剪贴板中没有文本</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Programs and modules (*.py *.hlo *.txt *.mlir *.onepot)</source>
        <translation>程序与模块 (*.py *.hlo *.txt *.mlir *.onepot)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Programs (*.py *.hlo *.mlir)</source>
        <translation>程序 (*.py *.hlo *.mlir)</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>About Onepot</source>
        <translation>关于 Onepot</translation>
    </message>
    <message>
        <source>Onepot %1 shows what a compiler makes of an array program: every pass, every decision, every kernel, and what it costs.</source>
        <translation>Onepot %1 展示编译器如何处理数组程序：每个 pass、每个决策、每个内核及其代价。</translation>
    </message>
    <message>
        <source>There is nothing to save yet</source>
        <translation>还没有可保存的内容</translation>
    </message>
    <message>
        <source>Save capture</source>
        <translation>保存记录</translation>
    </message>
    <message>
        <source>Captures (*.onepot)</source>
        <translation>记录 (*.onepot)</translation>
    </message>
</context>
<context>
    <name>Assumption</name>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>exact but for NaN</source>
        <translation>除 NaN 外精确</translation>
    </message>
    <message>
        <source>exact but for −0</source>
        <translation>除 −0 外精确</translation>
    </message>
    <message>
        <source>exact but for overflow</source>
        <translation>除溢出外精确</translation>
    </message>
    <message>
        <source>may differ in the last bit</source>
        <translation>末位可能不同</translation>
    </message>
</context>
<context>
    <name>CostMetric</name>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Flops</source>
        <translation>浮点运算</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>onepot::DecisionsView</name>
    <message>
        <source>Producer → consumer</source>
        <translation>生产者 → 使用者</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Predicted, µs</source>
        <translation>预测，µs</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Filter by op or reason</source>
        <translation>按操作或原因筛选</translation>
    </message>
    <message>
        <source>No fusion to decide in this program</source>
        <translation>此程序没有融合决策</translation>
    </message>
    <message>
        <source>No program yet</source>
        <translation>还没有程序</translation>
    </message>
    <message>
        <source>No value flows from one operation that could be fused to another.</source>
        <translation>没有可融合的操作之间的数据流。</translation>
    </message>
    <message>
        <source>Each pair of operations, fused or refused, appears here with the reason.</source>
        <translation>每对操作是否融合及其原因显示在这里。</translation>
    </message>
    <message>
        <source>Forced</source>
        <translation>强制</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>fuse</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>keep apart</source>
        <translation>分开</translation>
    </message>
    <message>
        <source>Let the compiler decide</source>
        <translation>由编译器决定</translation>
    </message>
    <message>
        <source>Fuse</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Keep apart</source>
        <translation>保持分开</translation>
    </message>
    <message>
        <source>Predicted, ms</source>
        <translation>预测，毫秒</translation>
    </message>
    <message>
        <source>Measured, ms</source>
        <translation>实测，毫秒</translation>
    </message>
    <message>
        <source>Not fused: each runs as a kernel of its own</source>
        <translation>未融合：各自为一个内核</translation>
    </message>
    <message>
        <source>The kernel that both ended up in</source>
        <translation>两者最终所在的内核</translation>
    </message>
</context>
<context>
    <name>onepot::EditorView</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Write or paste a program here.</source>
        <translation>在此编写或粘贴程序。</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Show shapes beside the lines</source>
        <translation>在行旁显示形状</translation>
    </message>
</context>
<context>
    <name>onepot::ErrorBox</name>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>追踪</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>traced while %1 ran</source>
        <translation>%1 运行时追踪</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation>pass %1</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>%1 lanes, %2 threads</source>
        <translation>%1 通道，%2 线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 线程</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>whole kernel, %1 operations</source>
        <translation>整个内核，%1 个操作</translation>
    </message>
    <message>
        <source>this kernel alone</source>
        <translation>仅此内核</translation>
    </message>
    <message>
        <source>made by %1 in pass %2</source>
        <translation>由 pass %2 的 %1 生成</translation>
    </message>
    <message>
        <source>became %1 by %2 in pass %3</source>
        <translation>在 pass %3 由 %2 变为 %1</translation>
    </message>
    <message>
        <source>deleted by %1 in pass %2</source>
        <translation>在 pass %2 由 %1 删除</translation>
    </message>
    <message>
        <source>moved into %1</source>
        <translation>已移入 %1</translation>
    </message>
    <message>
        <source>added by %1</source>
        <translation>由 %1 新增</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>row-major</source>
        <translation>行主序</translation>
    </message>
    <message>
        <source>not row-major</source>
        <translation>非行主序</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Operand</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>Operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>User</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>in pass %1 only</source>
        <translation>仅在 pass %1</translation>
    </message>
    <message>
        <source>lives through passes %1–%2</source>
        <translation>存在于 pass %1–%2</translation>
    </message>
    <message>
        <source>%1 is a folder; open one of its files</source>
        <translation>%1 是文件夹；请打开其中的文件</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 is larger than 64 MiB</source>
        <translation>%1 大于 64 MiB</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移入融合</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有改动</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>forced by you</source>
        <translation>由您强制</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>in registers</source>
        <translation>在寄存器中</translation>
    </message>
    <message>
        <source>no longer written</source>
        <translation>不再写出</translation>
    </message>
    <message>
        <source>ghost: was here before</source>
        <translation>虚影：之前在此</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>users</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>made by %1, not written in the program</source>
        <translation>由 %1 生成，程序中没有写</translation>
    </message>
    <message>
        <source>an argument of the function</source>
        <translation>函数的参数</translation>
    </message>
    <message>
        <source>this program's text holds no source positions</source>
        <translation>此程序文本没有源位置</translation>
    </message>
    <message>
        <source>traced</source>
        <translation>追踪所得</translation>
    </message>
    <message>
        <source>made</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>in the compiled program</source>
        <translation>在编译后的程序中</translation>
    </message>
</context>
<context>
    <name>onepot::GraphHeading</name>
    <message>
        <source>Choose the stage to show on this side</source>
        <translation>选择此侧显示的阶段</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
    <message>
        <source>Memory traffic of all kernels, counted from the IR</source>
        <translation>所有内核的内存流量，由 IR 计算</translation>
    </message>
    <message>
        <source>%1: pass %2, %3</source>
        <translation>%1：pass %2，%3</translation>
    </message>
</context>
<context>
    <name>onepot::GraphLegend</name>
    <message>
        <source>In this picture: %1</source>
        <translation>图中：%1</translation>
    </message>
    <message>
        <source>Click to filter the picture by it</source>
        <translation>点击以筛选</translation>
    </message>
</context>
<context>
    <name>onepot::GraphNotice</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>onepot::GraphToolBar</name>
    <message>
        <source>Previous pass ([)</source>
        <translation>上一个 pass ([)</translation>
    </message>
    <message>
        <source>Next pass (])</source>
        <translation>下一个 pass (])</translation>
    </message>
    <message>
        <source>Next pass that changed something (})</source>
        <translation>下一个有改动的 pass (})</translation>
    </message>
    <message>
        <source>Search this graph</source>
        <translation>搜索此图</translation>
    </message>
    <message>
        <source>Search this graph (/)</source>
        <translation>搜索此图 (/)</translation>
    </message>
    <message>
        <source>Fit all (Space)</source>
        <translation>全部适应 (空格)</translation>
    </message>
    <message>
        <source>Save the picture as SVG, PNG or DOT</source>
        <translation>将图片保存为 SVG、PNG 或 DOT</translation>
    </message>
    <message>
        <source>Save the picture as SVG, PNG, PDF or DOT</source>
        <translation>将图保存为 SVG、PNG、PDF 或 DOT</translation>
    </message>
</context>
<context>
    <name>onepot::GraphView</name>
    <message>
        <source>kept apart</source>
        <translation>保持分开</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>joins %1</source>
        <translation>加入 %1</translation>
    </message>
    <message>
        <source>will be fused</source>
        <translation>将融合</translation>
    </message>
    <message>
        <source>will be kept apart</source>
        <translation>将保持分开</translation>
    </message>
    <message>
        <source>All edges</source>
        <translation>所有边</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Overridden</source>
        <translation>已改写</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Previous decision</source>
        <translation>上一个决策</translation>
    </message>
    <message>
        <source>Next decision</source>
        <translation>下一个决策</translation>
    </message>
    <message>
        <source>Graph after the pass</source>
        <translation>pass 之后的图</translation>
    </message>
    <message>
        <source>Graph before the pass</source>
        <translation>pass 之前的图</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>%1 → %2 operations in ENTRY</source>
        <translation>ENTRY 中的操作 %1 → %2</translation>
    </message>
    <message>
        <source>%1 operations in ENTRY</source>
        <translation>ENTRY 中有 %1 个操作</translation>
    </message>
    <message>
        <source>%1 → %2 kernels</source>
        <translation>%1 → %2 个内核</translation>
    </message>
    <message>
        <source>No graph yet</source>
        <translation>还没有图</translation>
    </message>
    <message>
        <source>The operations of your program appear here once it is traced.</source>
        <translation>程序被追踪后，其操作显示在这里。</translation>
    </message>
    <message>
        <source>Laying out %1 nodes · %2 s</source>
        <translation>正在布局 %1 个节点 · %2 s</translation>
    </message>
    <message>
        <source>The picture before stays until the new one is ready.</source>
        <translation>新图就绪前保留原图。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 nodes, shown as %2</source>
        <translation>%1 个节点，显示为 %2</translation>
    </message>
    <message>
        <source>Laying out all of it would take about %1 s.</source>
        <translation>全部布局约需 %1 s。</translation>
    </message>
    <message>
        <source>Around the selection</source>
        <translation>所选周围</translation>
    </message>
    <message>
        <source>Lay out all anyway</source>
        <translation>仍然全部布局</translation>
    </message>
    <message>
        <source>%1 of %2 nodes: within %3 of the selection</source>
        <translation>%2 个节点中的 %1 个：距所选 %3 步以内</translation>
    </message>
    <message>
        <source>R widens it, then shows all again.</source>
        <translation>按 R 扩大范围，再按显示全部。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>layout %1, %2 nodes</source>
        <translation>布局 %1，%2 个节点</translation>
    </message>
    <message>
        <source>removed by this pass</source>
        <translation>由此 pass 删除</translation>
    </message>
    <message>
        <source>added by this pass</source>
        <translation>由此 pass 新增</translation>
    </message>
    <message>
        <source>changed by this pass</source>
        <translation>由此 pass 改动</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移入融合</translation>
    </message>
    <message>
        <source>moved into %1</source>
        <translation>已移入 %1</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>partner of the selection</source>
        <translation>所选的相关项</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>The picture could not be written to %1.</source>
        <translation>图片无法写入 %1。</translation>
    </message>
    <message>
        <source>Show the pass list</source>
        <translation>显示 pass 列表</translation>
    </message>
</context>
<context>
    <name>onepot::Header</name>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Compile and run</source>
        <translation>编译并运行</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source> · %1 threads</source>
        <translation> · %1 线程</translation>
    </message>
    <message>
        <source>No worker has told its devices yet</source>
        <translation>尚未得知设备</translation>
    </message>
</context>
<context>
    <name>onepot::HloDiffView</name>
    <message>
        <source>Show layouts</source>
        <translation>显示布局</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>ENTRY first</source>
        <translation>ENTRY 在前</translation>
    </message>
    <message>
        <source>As printed</source>
        <translation>按原序</translation>
    </message>
    <message>
        <source>No program yet</source>
        <translation>还没有程序</translation>
    </message>
    <message>
        <source>The HLO text before and after the chosen pass appears here.</source>
        <translation>所选 pass 前后的 HLO 文本显示在这里。</translation>
    </message>
</context>
<context>
    <name>onepot::InspectorView</name>
    <message>
        <source>Nothing selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Click a node, a line of text or a bar. Its partners light up in every view.</source>
        <translation>点击节点、文本行或条形，相关内容会在各视图中点亮。</translation>
    </message>
    <message>
        <source>Keep this while another is selected</source>
        <translation>选中其他内容时保留此项</translation>
    </message>
    <message>
        <source>transcendental</source>
        <translation>超越函数</translation>
    </message>
    <message>
        <source>expensive</source>
        <translation>代价高</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>来龙去脉</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>错误处</translation>
    </message>
    <message>
        <source>What became of it, pass by pass (H)</source>
        <translation>它逐个 pass 的经历 (H)</translation>
    </message>
</context>
<context>
    <name>onepot::KernelView</name>
    <message>
        <source>after LLVM</source>
        <translation>LLVM 之后</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>IR + asm</source>
        <translation>IR + 汇编</translation>
    </message>
    <message>
        <source>No kernel in this program</source>
        <translation>此程序没有内核</translation>
    </message>
    <message>
        <source>No kernel yet</source>
        <translation>还没有内核</translation>
    </message>
    <message>
        <source>Its result needs no work on the device.</source>
        <translation>结果不需要设备计算。</translation>
    </message>
    <message>
        <source>The machine code of each kernel appears here, line by line beside its operations.</source>
        <translation>各内核的机器代码逐行与其操作对照显示。</translation>
    </message>
    <message>
        <source>%1 is a call of a library</source>
        <translation>%1 是库调用</translation>
    </message>
    <message>
        <source>It runs as %1; Onepot made no code for it.</source>
        <translation>它以 %1 运行；Onepot 未生成代码。</translation>
    </message>
    <message>
        <source>before optimisation, %1 lines</source>
        <translation>优化前，%1 行</translation>
    </message>
    <message>
        <source>after -O3, %1 lines</source>
        <translation>-O3 之后，%1 行</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>汇编</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 通道</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 线程</translation>
    </message>
    <message>
        <source>reads %1, writes %2</source>
        <translation>读 %1，写 %2</translation>
    </message>
</context>
<context>
    <name>Kind</name>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>free</source>
        <translation>无代价</translation>
    </message>
    <message>
        <source>movement</source>
        <translation>数据移动</translation>
    </message>
    <message>
        <source>contraction</source>
        <translation>缩并</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
</context>
<context>
    <name>onepot::LayoutRunner</name>
    <message>
        <source>Graphviz “dot” took longer than %1 s and was stopped. Laid out without it.</source>
        <translation>Graphviz “dot” 超过 %1 s，已停止并改用其他布局。</translation>
    </message>
    <message>
        <source>Graphviz “dot” is not installed, so graphs are laid out without it. The package is graphviz.</source>
        <translation>未安装 Graphviz “dot”，已改用其他布局。软件包名为 graphviz。</translation>
    </message>
    <message>
        <source>Graphviz “dot” ended before it was done. Laid out without it.</source>
        <translation>Graphviz “dot” 提前结束，已改用其他布局。</translation>
    </message>
</context>
<context>
    <name>onepot::OutputView</name>
    <message>
        <source>A line for the program's input</source>
        <translation>给程序输入的一行</translation>
    </message>
    <message>
        <source>Nothing printed yet</source>
        <translation>还没有输出</translation>
    </message>
    <message>
        <source>What the program prints appears here while it runs.</source>
        <translation>程序运行时的输出显示在这里。</translation>
    </message>
</context>
<context>
    <name>onepot::Palette</name>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Function %1 %2</source>
        <translation>函数 %1 %2</translation>
    </message>
    <message>
        <source>Go to pass %1 %2</source>
        <translation>转到 pass %1 %2</translation>
    </message>
    <message>
        <source>Open kernel %1</source>
        <translation>打开内核 %1</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>选中 %1</translation>
    </message>
</context>
<context>
    <name>onepot::PassStrip</name>
    <message>
        <source>Passes in one line</source>
        <translation>单行 pass</translation>
    </message>
</context>
<context>
    <name>onepot::PipelineDelegate</name>
    <message>
        <source>%1 → %2 ops</source>
        <translation>%1 → %2 个操作</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>%1 not applicable · %2</source>
        <translation>%1 个不适用 · %2</translation>
    </message>
</context>
<context>
    <name>onepot::PipelineHeader</name>
    <message>
        <source>Cost shown at the right: %1</source>
        <translation>右侧显示的代价：%1</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
</context>
<context>
    <name>onepot::PipelineModel</name>
    <message>
        <source>%1, rule %2</source>
        <translation>%1，规则 %2</translation>
    </message>
    <message>
        <source>passes %1 to %2, not applicable</source>
        <translation>pass %1 至 %2，不适用</translation>
    </message>
    <message>
        <source>pass %1, %2, %3 operations, %4</source>
        <translation>pass %1，%2，%3 个操作，%4</translation>
    </message>
</context>
<context>
    <name>onepot::PipelineView</name>
    <message>
        <source>Previous pass</source>
        <translation>上一个 pass</translation>
    </message>
    <message>
        <source>Next pass</source>
        <translation>下一个 pass</translation>
    </message>
    <message>
        <source>Filter passes</source>
        <translation>筛选 pass</translation>
    </message>
    <message>
        <source>Changed passes only</source>
        <translation>只看有改动的 pass</translation>
    </message>
    <message>
        <source>◆ changed   ○ no effect   – not applicable</source>
        <translation>◆ 有改动   ○ 无效果   – 不适用</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Pass 列表</translation>
    </message>
    <message>
        <source>%1 passes, %2 changed</source>
        <translation>%1 个 pass，%2 个有改动</translation>
    </message>
    <message>
        <source>No pass ran</source>
        <translation>没有运行 pass</translation>
    </message>
    <message>
        <source>The trace stopped, so there is no program to optimise. The last good result is one click away.</source>
        <translation>追踪中断，没有可优化的程序。点击即可查看上次的正确结果。</translation>
    </message>
    <message>
        <source>Show last good result, %1</source>
        <translation>显示上次的正确结果，%1</translation>
    </message>
    <message>
        <source>The passes are waiting</source>
        <translation>pass 正在等待</translation>
    </message>
    <message>
        <source>After the first compile this list shows which pass changed the program, and what it bought.</source>
        <translation>首次编译后，这里显示哪个 pass 改动了程序及其收益。</translation>
    </message>
    <message>
        <source>Show this pass</source>
        <translation>显示此 pass</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Compare from here</source>
        <translation>从这里比较</translation>
    </message>
    <message>
        <source>%1 → %2 operations</source>
        <translation>操作 %1 → %2</translation>
    </message>
</context>
<context>
    <name>onepot::ProblemsView</name>
    <message>
        <source>No problem</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Errors, warnings and unexpected compiles appear here, with what to write instead.</source>
        <translation>错误、警告和意外的重新编译显示在这里，并给出改法。</translation>
    </message>
    <message>
        <source>%1 compiled again: %2</source>
        <translation>%1 重新编译：%2</translation>
    </message>
</context>
<context>
    <name>ProgramFile</name>
    <message>
        <source>%1 lanes, %2 threads</source>
        <translation>%1 通道，%2 线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 线程</translation>
    </message>
    <message>
        <source>%1 is a folder; open one of its files</source>
        <translation>%1 是文件夹；请打开其中的文件</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 is larger than 64 MiB</source>
        <translation>%1 大于 64 MiB</translation>
    </message>
</context>
<context>
    <name>onepot::ResultsDock</name>
    <message>
        <source>Open the results</source>
        <translation>展开结果</translation>
    </message>
    <message>
        <source>Fold the results to their tabs</source>
        <translation>折叠结果</translation>
    </message>
</context>
<context>
    <name>onepot::RewritesView</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Before → after</source>
        <translation>之前 → 之后</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Assumes</source>
        <translation>前提</translation>
    </message>
    <message>
        <source>%1 rewrote nothing</source>
        <translation>%1 没有改写</translation>
    </message>
    <message>
        <source>No program yet</source>
        <translation>还没有程序</translation>
    </message>
    <message>
        <source>Step to a pass marked ◆ to see what it changed, one rewrite at a time.</source>
        <translation>转到标有 ◆ 的 pass，逐条查看改动。</translation>
    </message>
    <message>
        <source>Each single change of the chosen pass appears here.</source>
        <translation>所选 pass 的每条改动显示在这里。</translation>
    </message>
</context>
<context>
    <name>onepot::RunController</name>
    <message>
        <source>The worker does not start: %1</source>
        <translation>工作进程无法启动：%1</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>Compiling %1</source>
        <translation>正在编译 %1</translation>
    </message>
    <message>
        <source>Cancelled; the worker was restarted, your text is unchanged</source>
        <translation>已取消；工作进程已重启，您的文本未变</translation>
    </message>
    <message>
        <source>Onepot failed: %1. Your program is safe.</source>
        <translation>Onepot 出错：%1。您的程序是安全的。</translation>
    </message>
    <message>
        <source>Stopped by an error</source>
        <translation>因错误停止</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message numerus="yes">
        <source>Stopped by %n error(s) in your program</source>
        <translation><numerusform>程序中有 %n 个错误</numerusform></translation>
    </message>
    <message>
        <source>Stopped at a limit of memory or time</source>
        <translation>达到内存或时间上限</translation>
    </message>
    <message>
        <source>The program ended with an error</source>
        <translation>程序以错误结束</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>已是最新</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>The worker stopped (%1). Restarted; your text is unchanged.</source>
        <translation>工作进程已停止（%1）。已重启；您的文本未变。</translation>
    </message>
    <message>
        <source>Worker ready</source>
        <translation>工作进程就绪</translation>
    </message>
</context>
<context>
    <name>Samples</name>
    <message>
        <source>Tanh, exp, sum</source>
        <translation>Tanh、exp、求和</translation>
    </message>
    <message>
        <source>Four operations become one kernel.</source>
        <translation>四个操作变成一个内核。</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Where fusion must stop, and why.</source>
        <translation>融合在哪里必须停下，为什么。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Two library calls and what is between.</source>
        <translation>两次库调用及其间的操作。</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>Constants fold, powers unroll.</source>
        <translation>常量折叠，乘方展开。</translation>
    </message>
    <message>
        <source>Gradient descent</source>
        <translation>梯度下降</translation>
    </message>
    <message>
        <source>grad and jit together.</source>
        <translation>grad 与 jit 一起使用。</translation>
    </message>
    <message>
        <source>A loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>A loop on the device, its body one kernel.</source>
        <translation>设备上的循环，循环体是一个内核。</translation>
    </message>
</context>
<context>
    <name>onepot::StatusBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>compiled in %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>%1 selected, %2 partners lit</source>
        <translation>选中 %1 项，联动 %2 项</translation>
    </message>
    <message>
        <source>replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>all views in %1</source>
        <translation>全部视图 %1</translation>
    </message>
</context>
<context>
    <name>onepot::TraceView</name>
    <message>
        <source>No trace</source>
        <translation>没有追踪</translation>
    </message>
    <message>
        <source>No program yet</source>
        <translation>还没有程序</translation>
    </message>
    <message>
        <source>This text was not traced: it holds no Python. The passes below start from it.</source>
        <translation>此文本不是 Python，没有追踪。下面的 pass 由它开始。</translation>
    </message>
    <message>
        <source>Each operation your function does appears here in the order it ran.</source>
        <translation>函数执行的每个操作按顺序显示在这里。</translation>
    </message>
    <message>
        <source>argument %1 of %2</source>
        <translation>第 %1 个参数，共 %2 个</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>追踪</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>优化流水线</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>HLO diff</source>
        <translation>HLO 对比</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Fusion decisions</source>
        <translation>融合决策</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散</translation>
    </message>
    <message>
        <source>Same result?</source>
        <translation>结果相同？</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>以往运行</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Cost model check</source>
        <translation>代价模型检验</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
</context>
<context>
    <name>onepot::WelcomePage</name>
    <message>
        <source>See what the compiler makes of your program</source>
        <translation>看看编译器如何处理你的程序</translation>
    </message>
    <message>
        <source>Write a JAX-style function at the left. Onepot traces it, shows every pass, says why each pair of operations was fused or not, and times the result.</source>
        <translation>在左侧编写 JAX 风格的函数。Onepot 追踪它，展示每个 pass，说明每对操作为何融合或不融合，并测量结果。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Paste HLO text</source>
        <translation>粘贴 HLO 文本</translation>
    </message>
</context>
<context>
    <name>onepot::WorkerClient</name>
    <message>
        <source>it was killed or crashed</source>
        <translation>被终止或崩溃</translation>
    </message>
    <message>
        <source>it ended with code %1</source>
        <translation>以代码 %1 结束</translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>教学</translation>
    </message>
</context>
<context>
    <name>onepot::TraceView</name>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
</context>
<context>
    <name>onepot::FigureStrip</name>
    <message>
        <source>steady state</source>
        <translation>稳定状态</translation>
    </message>
    <message>
        <source>needs both eager and jit</source>
        <translation>需要 eager 与 jit 两者</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>median of %1, %2 warm-up</source>
        <translation>%1 次的中位数，预热 %2 次</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
    <message>
        <source>dispatch %1</source>
        <translation>派发 %1</translation>
    </message>
    <message>
        <source>pays off from</source>
        <translation>何时回本</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>第 %1 次</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>less traffic</source>
        <translation>访存更少</translation>
    </message>
    <message>
        <source>more traffic</source>
        <translation>访存更多</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>lower peak</source>
        <translation>峰值更低</translation>
    </message>
    <message>
        <source>higher peak</source>
        <translation>峰值更高</translation>
    </message>
</context>
<context>
    <name>onepot::BufferChart</name>
    <message>
        <source>at %1, as planned</source>
        <translation>位于 %1，按计划</translation>
    </message>
    <message>
        <source>at %1, packed here</source>
        <translation>位于 %1，由此处排布</translation>
    </message>
    <message>
        <source>held from %1 to %2</source>
        <translation>从 %1 占用到 %2</translation>
    </message>
    <message>
        <source>held during kernels %1 to %2 of %3</source>
        <translation>在第 %1 至 %2 个内核期间占用，共 %3 个</translation>
    </message>
    <message>
        <source>memory held</source>
        <translation>占用的内存</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>planned peak %1</source>
        <translation>计划峰值 %1</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>program order</source>
        <translation>程序顺序</translation>
    </message>
    <message>
        <source>No arrays in this program.</source>
        <translation>这个程序没有数组。</translation>
    </message>
    <message>
        <source>bytes held, as the allocator counted them in one call</source>
        <translation>一次调用中分配器记录的占用字节</translation>
    </message>
    <message>
        <source>peaks measured; eager packed here by its recorded lives, jit as planned</source>
        <translation>峰值为实测；eager 按记录的存活期排布，jit 按计划</translation>
    </message>
</context>
<context>
    <name>onepot::BufferPanel</name>
    <message>
        <source>Packing</source>
        <translation>排布</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
</context>
<context>
    <name>onepot::ChartPanel</name>
    <message>
        <source>Export as PNG…</source>
        <translation>导出为 PNG…</translation>
    </message>
    <message>
        <source>Export as SVG…</source>
        <translation>导出为 SVG…</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>Export this chart</source>
        <translation>导出此图</translation>
    </message>
    <message>
        <source>Export this chart: %1</source>
        <translation>导出此图：%1</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>onepot::FirstCallChart</name>
    <message>
        <source>trace</source>
        <translation>追踪</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>降级</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 个 pass</translation>
    </message>
    <message>
        <source>codegen</source>
        <translation>代码生成</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>object</source>
        <translation>目标文件</translation>
    </message>
    <message>
        <source>%1 of the first call</source>
        <translation>占首次调用的 %1</translation>
    </message>
    <message>
        <source>This capture holds no compile times.</source>
        <translation>此记录没有编译时间。</translation>
    </message>
</context>
<context>
    <name>onepot::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>No buffers yet</source>
        <translation>还没有缓冲区</translation>
    </message>
    <message>
        <source>Once a function is compiled, each of its arrays stands here: where, and how long.</source>
        <translation>函数编译后，它的每个数组都列在这里：位置与存活时间。</translation>
    </message>
</context>
<context>
    <name>onepot::PastRunsView</name>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>this run is the baseline</source>
        <translation>本次即为基线</translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>the run before</source>
        <translation>上一次</translation>
    </message>
    <message>
        <source>jit is as fast as %1</source>
        <translation>jit 与%1一样快</translation>
    </message>
    <message>
        <source>jit is %1 faster than %2</source>
        <translation>jit 比%2快 %1</translation>
    </message>
    <message>
        <source>jit is %1 slower than %2</source>
        <translation>jit 比%2慢 %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>median, ms</source>
        <translation>中位数，毫秒</translation>
    </message>
    <message>
        <source>Pin the chosen run as the baseline</source>
        <translation>把所选运行设为基线</translation>
    </message>
    <message>
        <source>Export all runs of this session as CSV</source>
        <translation>把本次会话的全部运行导出为 CSV</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>%1: median of %2</source>
        <translation>%1：%2 次的中位数</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>onepot::PayOffChart</name>
    <message>
        <source>pays off from call %1</source>
        <translation>从第 %1 次调用起回本</translation>
    </message>
    <message>
        <source>never pays off: jit is not faster here</source>
        <translation>永不回本：这里 jit 并不更快</translation>
    </message>
    <message>
        <source>eager %1, jit %2</source>
        <translation>eager %1，jit %2</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>第 %1 次调用</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>total time, %1</source>
        <translation>总时间，%1</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>%1 less
at call %2</source>
        <translation>少 %1
在第 %2 次</translation>
    </message>
    <message>
        <source>Needs a measurement of both eager and jit.</source>
        <translation>需要测量 eager 与 jit 两者。</translation>
    </message>
    <message>
        <source>compile measured once, runs by their medians; lines are compile + n × run</source>
        <translation>编译测一次，运行取中位数；直线为 编译 + n × 运行</translation>
    </message>
</context>
<context>
    <name>onepot::RunSetupView</name>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>%1 functions and signatures were compiled</source>
        <translation>编译了 %1 个函数与签名</translation>
    </message>
    <message>
        <source>Function: %1</source>
        <translation>函数：%1</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>A replayed capture has no worker to run it</source>
        <translation>回放的记录没有可运行它的进程</translation>
    </message>
    <message>
        <source>Measure eager and jit again</source>
        <translation>再次测量 eager 与 jit</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>and</source>
        <translation>以及</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>eager %1, jit %2</source>
        <translation>eager %1，jit %2</translation>
    </message>
    <message>
        <source>Each call</source>
        <translation>每次调用</translation>
    </message>
    <message>
        <source>How to measure</source>
        <translation>如何测量</translation>
    </message>
    <message>
        <source>as many as fit the time</source>
        <translation>时间内尽可能多</translation>
    </message>
    <message>
        <source>Warm-up calls</source>
        <translation>预热次数</translation>
    </message>
    <message>
        <source>Time for each of eager and jit</source>
        <translation>eager 与 jit 各自的时间</translation>
    </message>
</context>
<context>
    <name>onepot::RunView</name>
    <message>
        <source>An HLO file holds no times</source>
        <translation>HLO 文件没有时间</translation>
    </message>
    <message>
        <source>It was compiled, but there is no program that calls it. Its passes and graphs stand in Explore.</source>
        <translation>它已编译，但没有调用它的程序。它的 pass 与图在“探索”中。</translation>
    </message>
    <message>
        <source>This capture holds no times</source>
        <translation>此记录没有时间</translation>
    </message>
    <message>
        <source>It was saved before the program was measured, and a replay has no worker to do it.</source>
        <translation>它在程序测量之前保存，而回放没有可测量的进程。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Eager and jit run on the same inputs; the charts come as soon as both have been timed.</source>
        <translation>eager 与 jit 用相同输入运行；两者计时后图表即出现。</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>After a run, eager and jit stand here on one axis, with what compiling cost and what it brought.</source>
        <translation>运行之后，eager 与 jit 在同一条轴上，并列出编译的代价与收益。</translation>
    </message>
    <message>
        <source>Measure eager and jit</source>
        <translation>测量 eager 与 jit</translation>
    </message>
    <message>
        <source>This program jits nothing</source>
        <translation>这个程序没有 jit 任何函数</translation>
    </message>
    <message>
        <source>Write @jax.jit above a function: then eager and jit stand here on one axis.</source>
        <translation>在函数上方写 @jax.jit：eager 与 jit 就会在这里同轴对比。</translation>
    </message>
    <message>
        <source>The program stopped before anything was compiled</source>
        <translation>程序在编译任何函数之前就停止了</translation>
    </message>
    <message>
        <source>What went wrong stands in Problems and at its line in the program.</source>
        <translation>出错原因在“问题”中，也在程序的对应行上。</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>Run the program: eager and jit then stand here on one axis.</source>
        <translation>运行程序后，eager 与 jit 在这里同轴对比。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>When does compiling pay off?</source>
        <translation>编译何时回本？</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>First call of jit</source>
        <translation>jit 的首次调用</translation>
    </message>
    <message>
        <source>one call, not repeated</source>
        <translation>一次调用，未重复</translation>
    </message>
    <message>
        <source>one call, not repeated; parts of codegen are thread times</source>
        <translation>一次调用，未重复；代码生成各部分为线程时间</translation>
    </message>
</context>
<context>
    <name>onepot::SameResultView</name>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>Eager did not run, or the results have different shapes.</source>
        <translation>eager 没有运行，或结果形状不同。</translation>
    </message>
    <message>
        <source>the same, bit for bit</source>
        <translation>逐位相同</translation>
    </message>
    <message>
        <source>0 ulp</source>
        <translation>0 ulp</translation>
    </message>
    <message>
        <source>jit differs from eager</source>
        <translation>jit 与 eager 不同</translation>
    </message>
    <message>
        <source>not a number of ulp</source>
        <translation>无法用 ulp 表示</translation>
    </message>
    <message>
        <source>One has NaN, infinity or another integer where the other has not.</source>
        <translation>一方有 NaN、无穷或不同的整数，另一方没有。</translation>
    </message>
    <message>
        <source>%1 ulp</source>
        <translation>%1 ulp</translation>
    </message>
    <message>
        <source>, near zero</source>
        <translation>，接近零处</translation>
    </message>
    <message>
        <source>jit agrees with eager</source>
        <translation>jit 与 eager 一致</translation>
    </message>
    <message>
        <source>Only values near zero are that far apart: %1 ulp of the greatest value.</source>
        <translation>只有接近零的值相差这么多：相当于最大值的 %1 ulp。</translation>
    </message>
    <message>
        <source>More than the 64 ulp that a sum in another order explains.</source>
        <translation>超过了求和次序不同所能解释的 64 ulp。</translation>
    </message>
    <message>
        <source>Nothing in this program explains it: compare after each pass.</source>
        <translation>程序中没有能解释它的原因：请在每个 pass 之后比较。</translation>
    </message>
    <message>
        <source>A float sum may be reordered; up to 64 ulp is expected here.</source>
        <translation>浮点求和可能改变次序；此处 64 ulp 以内属正常。</translation>
    </message>
    <message>
        <source>Fused arithmetic may round once where eager rounds twice.</source>
        <translation>融合的运算可能只舍入一次，而 eager 舍入两次。</translation>
    </message>
    <message>
        <source>nothing measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
</context>
<context>
    <name>onepot::SpreadChart</name>
    <message>
        <source>%1, call %2</source>
        <translation>%1，第 %2 次</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>onepot::SpreadView</name>
    <message>
        <source>one call alone says nothing of the spread</source>
        <translation>只有一次调用，看不出离散程度</translation>
    </message>
    <message>
        <source>quiet machine: spread under %1</source>
        <translation>机器安静：离散小于 %1</translation>
    </message>
    <message>
        <source>busy machine: %1 spreads by ±%2; read differences below that with care</source>
        <translation>机器繁忙：%1 的离散为 ±%2；小于它的差异请谨慎看待</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散</translation>
    </message>
</context>
<context>
    <name>onepot::TimelineChart</name>
    <message>
        <source>reads %1, writes %2 · %3</source>
        <translation>读 %1，写 %2 · %3</translation>
    </message>
    <message>
        <source>in jit: the work of %1</source>
        <translation>在 jit 中：由 %1 完成</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>live memory</source>
        <translation>占用内存</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>this capture does not say which threads worked</source>
        <translation>此记录没有线程信息</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>%1 launches are kept, no more</source>
        <translation>只保留 %1 次启动</translation>
    </message>
    <message>
        <source>no kernels: nothing was left to compute</source>
        <translation>没有内核：没有剩下要计算的</translation>
    </message>
    <message>
        <source>%1 less, %2</source>
        <translation>少 %1，%2</translation>
    </message>
    <message>
        <source>%1 more, %2</source>
        <translation>多 %1，%2</translation>
    </message>
</context>
<context>
    <name>onepot::TimelinePanel</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>one call each, the nearest to the median; same inputs</source>
        <translation>各一次调用，取最接近中位数者；输入相同</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Same axis</source>
        <translation>同一条轴</translation>
    </message>
    <message>
        <source>Same width</source>
        <translation>同样宽度</translation>
    </message>
    <message>
        <source>Show all of it (0). A and D pan, W and S zoom, F zooms to the selection</source>
        <translation>显示全部 (0)。A、D 平移，W、S 缩放，F 缩放到所选</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>onepot::TrafficChart</name>
    <message>
        <source>+%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>vanished</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>in and out</source>
        <translation>输入与输出</translation>
    </message>
    <message>
        <source>reads %1, writes %2</source>
        <translation>读 %1，写 %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>arrays that eager wrote and read again, and jit keeps in registers</source>
        <translation>eager 写出又读回、而 jit 留在寄存器中的数组</translation>
    </message>
    <message>
        <source>every argument read once, every result written once</source>
        <translation>每个参数读一次，每个结果写一次</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写</translation>
    </message>
    <message>
        <source>no longer needed</source>
        <translation>不再需要</translation>
    </message>
    <message>
        <source>GB/s: bytes counted from the IR, over the time measured</source>
        <translation>GB/s：由 IR 计数的字节除以实测时间</translation>
    </message>
    <message>
        <source>counted from the IR</source>
        <translation>由 IR 计数</translation>
    </message>
    <message>
        <source>No kernels: nothing was left to compute.</source>
        <translation>没有内核：没有剩下要计算的。</translation>
    </message>
    <message>
        <source>1 array, never written</source>
        <translation>1 个数组，从未写出</translation>
    </message>
    <message>
        <source>%1 arrays, never written</source>
        <translation>%1 个数组，从未写出</translation>
    </message>
</context>
<context>
    <name>onepot::ApartFusedChart</name>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
</context>
<context>
    <name>onepot::CostCheckChart</name>
    <message>
        <source>predicted %1, measured %2</source>
        <translation>预测 %1，实测 %2</translation>
    </message>
    <message>
        <source>measured, ms</source>
        <translation>实测，毫秒</translation>
    </message>
    <message>
        <source>predicted, ms</source>
        <translation>预测，毫秒</translation>
    </message>
    <message>
        <source>within 10 %</source>
        <translation>误差 10 % 以内</translation>
    </message>
</context>
<context>
    <name>onepot::CostCheckView</name>
    <message>
        <source>Cost model check</source>
        <translation>代价模型检验</translation>
    </message>
    <message>
        <source>Nothing to check yet</source>
        <translation>还没有可检验的内容</translation>
    </message>
    <message>
        <source>Once the kernels have been measured, each is a point here: predicted against measured.</source>
        <translation>内核测量之后，每个内核在这里是一个点：预测对实测。</translation>
    </message>
</context>
<context>
    <name>onepot::DecisionView</name>
    <message>
        <source>Decision %1</source>
        <translation>决策 %1</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Fuse</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Keep apart</source>
        <translation>保持分开</translation>
    </message>
    <message>
        <source>Discard my word</source>
        <translation>撤回我的决定</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>分开</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>No decision selected</source>
        <translation>未选中决策</translation>
    </message>
    <message>
        <source>Click a mark on an edge or a row of the table: why the two were fused or kept apart, and what the other way would cost.</source>
        <translation>点击边上的标记或表中的一行：为何融合或分开，以及另一种做法的代价。</translation>
    </message>
    <message>
        <source>kept apart</source>
        <translation>保持分开</translation>
    </message>
    <message>
        <source>forced by you</source>
        <translation>由您强制</translation>
    </message>
    <message>
        <source>Fused by the compiler</source>
        <translation>编译器已融合</translation>
    </message>
    <message>
        <source>Refused by the compiler</source>
        <translation>编译器已拒绝</translation>
    </message>
    <message>
        <source>your word waits</source>
        <translation>您的决定待编译</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Why it was fused</source>
        <translation>为何融合</translation>
    </message>
    <message>
        <source>Why it was refused</source>
        <translation>为何拒绝</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>with decision %1</source>
        <translation>随决策 %1</translation>
    </message>
    <message>
        <source>A replayed capture has no compiler that could try it.</source>
        <translation>重放的记录没有可尝试它的编译器。</translation>
    </message>
    <message>
        <source>○ apart, ◆ fused. Predicted for the two, measured for the whole call, ms.</source>
        <translation>○ 分开，◆ 融合。预测为这两者，实测为整次调用，毫秒。</translation>
    </message>
    <message>
        <source>○ apart, ◆ fused. Predicted for the two; the measured other way is known once it was tried.</source>
        <translation>○ 分开，◆ 融合。预测为这两者；另一种做法试过之后才有实测值。</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Predicted time</source>
        <translation>预测时间</translation>
    </message>
    <message>
        <source>Measured call</source>
        <translation>实测调用</translation>
    </message>
</context>
<context>
    <name>onepot::KernelBars</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>预测 %1</translation>
    </message>
    <message>
        <source>moves %1</source>
        <translation>搬运 %1</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>read and written</source>
        <translation>读写量</translation>
    </message>
    <message>
        <source>predicted | measured</source>
        <translation>预测 | 实测</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>counted from the IR</source>
        <translation>由 IR 计数</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted by the cost model</source>
        <translation>代价模型预测</translation>
    </message>
</context>
<context>
    <name>onepot::KernelsView</name>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>No kernel yet</source>
        <translation>还没有内核</translation>
    </message>
    <message>
        <source>What each kernel takes and moves appears here.</source>
        <translation>各内核的耗时与读写量显示在这里。</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
</context>
<context>
    <name>onepot::MainWindow</name>
    <message>
        <source>Select an operation first: this page then explains it.</source>
        <translation>请先选中一个操作，此页会解释它。</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>onepot::SelectionCard</name>
    <message>
        <source>Size %1</source>
        <translation>大小 %1</translation>
    </message>
    <message>
        <source>Keep this while another is selected</source>
        <translation>选中其他内容时保留此项</translation>
    </message>
</context>
<context>
    <name>onepot::WordDelegate</name>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Fuse</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Apart</source>
        <translation>分开</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>element by element</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>operands may be swapped</source>
        <translation>操作数可交换</translation>
    </message>
    <message>
        <source>transcendental: dear to compute twice</source>
        <translation>超越函数：重复计算代价高</translation>
    </message>
    <message>
        <source>moves elements, computes nothing</source>
        <translation>只移动元素，不做计算</translation>
    </message>
    <message>
        <source>contraction</source>
        <translation>缩并</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>costs nothing</source>
        <translation>没有代价</translation>
    </message>
    <message>
        <source>between devices</source>
        <translation>设备之间</translation>
    </message>
    <message>
        <source>may stand inside a loop fusion</source>
        <translation>可位于循环融合之内</translation>
    </message>
    <message>
        <source>has a side effect</source>
        <translation>有副作用</translation>
    </message>
    <message>
        <source>In the graph</source>
        <translation>在图中</translation>
    </message>
    <message>
        <source>Operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>任意个</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>Derivative</source>
        <translation>导数</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>有</translation>
    </message>
    <message>
        <source>none of its own</source>
        <translation>没有自己的</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Inlays</name>
    <message>
        <source>1 compile</source>
        <translation>编译 1 次</translation>
    </message>
    <message>
        <source>%1 compiles</source>
        <translation>编译 %1 次</translation>
    </message>
    <message>
        <source>1 cache miss</source>
        <translation>缓存未命中 1 次</translation>
    </message>
    <message>
        <source>%1 cache misses</source>
        <translation>缓存未命中 %1 次</translation>
    </message>
</context>
<context>
    <name>GraphLegend</name>
    <message>
        <source>moved</source>
        <translation>移入</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>forced by you</source>
        <translation>由您强制</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>经内存</translation>
    </message>
    <message>
        <source>in registers</source>
        <translation>在寄存器中</translation>
    </message>
    <message>
        <source>no longer written</source>
        <translation>不再写出</translation>
    </message>
    <message>
        <source>ghost: was here before</source>
        <translation>虚影：之前在此</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>users</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>In this picture: %1</source>
        <translation>图中：%1</translation>
    </message>
    <message>
        <source>what if</source>
        <translation>假设</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>kept apart</source>
        <translation>保持分开</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>joins %1</source>
        <translation>加入 %1</translation>
    </message>
    <message>
        <source>will be fused</source>
        <translation>将融合</translation>
    </message>
    <message>
        <source>will be kept apart</source>
        <translation>将保持分开</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>one user, loop-fusible</source>
        <translation>只有一个使用者，可循环融合</translation>
    </message>
    <message>
        <source>{0} costs nothing inside a loop</source>
        <translation>{0} 在循环内没有代价</translation>
    </message>
    <message>
        <source>cheap to recompute in {0} kernels</source>
        <translation>在 {0} 个内核中重算代价低</translation>
    </message>
    <message>
        <source>computing {0} in {1} kernels takes less time than writing and reading it</source>
        <translation>在 {1} 个内核中计算 {0} 比写出再读回更快</translation>
    </message>
    <message>
        <source>{1} combines {0} element by element, as it is computed</source>
        <translation>{1} 在计算时逐元素合并 {0}</translation>
    </message>
    <message>
        <source>{1} works on each result of {0} while it is at hand</source>
        <translation>{1} 趁 {0} 的每个结果在手时处理它</translation>
    </message>
    <message>
        <source>{0} is written to memory as well; {1} takes it on the way</source>
        <translation>{0} 也写入内存；{1} 顺路取用</translation>
    </message>
    <message>
        <source>all users of {0} are in one kernel, which computes it once</source>
        <translation>{0} 的所有使用者在同一内核中，只计算一次</translation>
    </message>
    <message>
        <source>fused because you said so</source>
        <translation>按您的要求融合</translation>
    </message>
    <message>
        <source>kept apart because you said so</source>
        <translation>按您的要求保持分开</translation>
    </message>
    <message>
        <source>fusion is switched off</source>
        <translation>融合已关闭</translation>
    </message>
    <message>
        <source>only elementwise operations are fused now</source>
        <translation>目前只融合逐元素操作</translation>
    </message>
    <message>
        <source>{0} runs as one library call; its result must be in memory</source>
        <translation>{0} 作为一次库调用运行；其结果必须在内存中</translation>
    </message>
    <message>
        <source>{0} comes out of a loop, a branch or a call, in memory</source>
        <translation>{0} 来自循环、分支或调用，位于内存中</translation>
    </message>
    <message>
        <source>{0} runs as a kernel of its own</source>
        <translation>{0} 作为独立内核运行</translation>
    </message>
    <message>
        <source>{0} reads its operand through a library and needs a buffer</source>
        <translation>{0} 通过库读取操作数，需要缓冲区</translation>
    </message>
    <message>
        <source>{1} needs its operand in memory before it begins</source>
        <translation>{1} 开始前需要操作数在内存中</translation>
    </message>
    <message>
        <source>{0} is no loop over elements; it reads its operands from memory</source>
        <translation>{0} 不是逐元素循环；它从内存读取操作数</translation>
    </message>
    <message>
        <source>all of {0} is needed before the first element of {1}</source>
        <translation>{1} 的第一个元素之前需要整个 {0}</translation>
    </message>
    <message>
        <source>{0} and {1} walk over different elements; a kernel has one reduction loop</source>
        <translation>{0} 与 {1} 遍历不同元素；一个内核只有一个归约循环</translation>
    </message>
    <message>
        <source>{0} has several results, which are written together</source>
        <translation>{0} 有多个结果，一起写出</translation>
    </message>
    <message>
        <source>{0} writes into its operand in place, and is a kernel of its own</source>
        <translation>{0} 原地写入操作数，是独立内核</translation>
    </message>
    <message>
        <source>{1} writes into {0} in place; it must be in memory</source>
        <translation>{1} 原地写入 {0}；它必须在内存中</translation>
    </message>
    <message>
        <source>{1} would overwrite {2} while {0} still reads it elsewhere</source>
        <translation>{1} 会覆盖 {2}，而 {0} 仍在别处读取它</translation>
    </message>
    <message>
        <source>{0} would be computed at {1} different positions</source>
        <translation>{0} 会在 {1} 个不同位置计算</translation>
    </message>
    <message>
        <source>the kernel has {0} operations already</source>
        <translation>该内核已有 {0} 个操作</translation>
    </message>
    <message>
        <source>{0} is written to memory for {1} anyway; reading it costs less than computing it again</source>
        <translation>{0} 反正要为 {1} 写入内存；读取比重算代价低</translation>
    </message>
    <message>
        <source>{1} would compute {0} {2} times for {3} elements, and it is expensive</source>
        <translation>{1} 会为 {3} 个元素计算 {0} {2} 次，而它代价高</translation>
    </message>
    <message>
        <source>{0} would run {1} times, and it is expensive; that outweighs the {2} it saves</source>
        <translation>{0} 会运行 {1} 次，而它代价高；这超过所节省的 {2}</translation>
    </message>
    <message>
        <source>computing {0} inside {1} takes longer than reading it</source>
        <translation>在 {1} 内计算 {0} 比读取它更慢</translation>
    </message>
</context>
</TS>
